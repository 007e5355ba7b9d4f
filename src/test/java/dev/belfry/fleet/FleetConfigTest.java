package dev.belfry.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.fleet.Balancer.Address;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/** The balancer's configuration, the compose file and the service say the same. */
class FleetConfigTest {
  private static final Path COMPOSE = Path.of("config/compose-fleet.yaml");

  private static String balancer = "";
  private static JsonNode compose = new ObjectMapper().createObjectNode();
  private static Config config = ConfigLoader.load(Map.of(), Path.of("target"));

  @BeforeAll
  static void read() throws IOException {
    balancer = Files.readString(Balancer.SHIPPED);
    compose = new ObjectMapper().valueToTree(new Yaml().load(Files.readString(COMPOSE)));
    config =
        ConfigLoader.load(Map.of("BELFRY_DATABASE_URL", "postgresql://a:b@c/d"), Path.of("target"));
  }

  private static List<String> found(String pattern) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(balancer);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static Duration seconds(String pattern) {
    return Duration.ofSeconds(Long.parseLong(found(pattern).get(0)));
  }

  /** The container has ports and a database of its own; TLS and proxies are the balancer's. */
  @ParameterizedTest
  @CsvSource({
    "config/compose.yaml, /services/belfry/environment, 'DATA_DIR|(HTTP|MANAGEMENT)_(HOST|PORT)'",
    "config/compose-fleet.yaml, /x-belfry/environment, 'DATA_DIR|(HTTP|MANAGEMENT)_(HOST|PORT)|TLS_.*'"
  })
  void passesEveryVariableOn(String file, String where, String own) throws IOException {
    JsonNode environment =
        new ObjectMapper()
            .<JsonNode>valueToTree(new Yaml().load(Files.readString(Path.of(file))))
            .at(where);
    Matcher variables =
        Pattern.compile("\\[BELFRY_([A-Z_]+)]")
            .matcher(Files.readString(Path.of("config/belfry.yaml")));
    assertThat(variables.results().map(found -> found.group(1)))
        .hasSizeGreaterThan(40)
        .filteredOn(name -> !name.matches(own))
        .allMatch(name -> environment.has("BELFRY_" + name));
  }

  @Test
  void namesTheInstancesThatTheComposeFileStarts() {
    List<String> instances = new ArrayList<>();
    compose
        .path("services")
        .fieldNames()
        .forEachRemaining(name -> instances.add(name.startsWith("belfry") ? name : ""));
    instances.removeIf(String::isEmpty);
    assertThat(instances).hasSize(3);
    List<String> readyAndAlive = Stream.concat(instances.stream(), instances.stream()).toList();
    assertThat(found("^ *server \\S+ (\\S+):" + config.http().port() + "$"))
        .isEqualTo(readyAndAlive);
    assertThat(found("^ *server (\\S+) ")).isEqualTo(readyAndAlive);
    String management = "" + config.management().port();
    assertThat(found("check port (\\d+) ")).containsExactly(management, management);
    assertThat(found("meth GET uri (\\S+)")).containsExactly("/health/ready", "/health/live");
  }

  @Test
  void isItselfPublishedAndNothingElse() {
    JsonNode services = compose.path("services");
    services
        .fields()
        .forEachRemaining(
            service ->
                assertThat(service.getValue().has("ports"))
                    .as(service.getKey())
                    .isEqualTo(service.getKey().equals("balancer")));
    assertThat(found("^ *bind :(\\d+)$"))
        .containsExactly(services.at("/balancer/ports/0").asText().replaceAll(".*:", ""));
    assertThat(found("^ *bind (\\S+):8404$")).containsExactly("127.0.0.1");
    assertThat(services.at("/balancer/volumes/0").asText())
        .startsWith("./haproxy.cfg:")
        .endsWith(":ro");
  }

  @Test
  void isTrustedByTheInstancesOnTheNetworkTheyShare() {
    String range = compose.at("/networks/front/ipam/config/0/subnet").asText();
    compose
        .path("services")
        .fields()
        .forEachRemaining(
            service -> {
              JsonNode proxies =
                  service.getValue().path("environment").path("BELFRY_TRUSTED_PROXIES");
              if (service.getKey().startsWith("belfry")) {
                assertThat(proxies.asText()).isEqualTo(range);
                assertThat(service.getValue().path("networks").toString()).contains("front");
              }
            });
    assertThat(compose.at("/services/database/networks").toString()).isEqualTo("[\"data\"]");
    assertThat(found("http-request (?:set|del)-header (\\S+)"))
        .containsExactly("Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host");
  }

  @Test
  void noticesThatAnInstanceStopsBeforeThatOneCloses() {
    long millis = Long.parseLong(found("check port \\d+ inter (\\d+)ms").get(0));
    long falls = Long.parseLong(found(" fall (\\d+) ").get(0));
    long check = seconds("timeout check (\\d+)s").toMillis();
    assertThat(Duration.ofMillis((millis + check) * falls)).isLessThan(config.shutdown().delay());
    Duration patience =
        Duration.ofSeconds(
            Long.parseLong(
                compose.at("/services/belfry-1/stop_grace_period").asText().replace("s", "")));
    assertThat(patience).isGreaterThan(config.shutdown().delay().plus(config.shutdown().grace()));
  }

  @Test
  void waitsAsLongAsAnswersTakeAndBodiesMayBe() {
    // A deploy may take a minute; a long poll half of that.
    assertThat(seconds("timeout server (\\d+)s")).isGreaterThan(Duration.ofSeconds(60));
    assertThat(seconds("timeout client (\\d+)s")).isGreaterThan(Duration.ofSeconds(60));
    assertThat(seconds("timeout http-keep-alive (\\d+)s")).isLessThan(config.http().idleTimeout());
    int largest =
        Contract.load().operations().stream()
            .mapToInt(OperationContract::leastBodyBound)
            .max()
            .orElseThrow();
    assertThat(found("req.body_size gt (\\d+)")).containsExactly(Integer.toString(largest));
  }

  @Test
  void putsItsServersWhereAnotherOnesAre() {
    String text =
        Balancer.config(
            balancer,
            new Address("127.0.0.1", 1),
            2,
            List.of(new Balancer.Server(new Address("127.0.0.1", 3), 4)));
    assertThat(text)
        .contains(
            "bind 127.0.0.1:1\n", "bind 127.0.0.1:2\n", "server belfry-1 127.0.0.1:3 port 4\n")
        .doesNotContain("belfry-2");
  }
}
