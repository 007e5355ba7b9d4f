package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {
  private static final String EXTERNAL = "postgresql://belfry:pw@db.example.org/belfry";

  private final Path directory;

  ConfigLoaderTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void needsNothingToBeSet() {
    Config config = load(Map.of());
    assertThat(config.embedded()).isTrue();
    assertThat(config.http().port()).isEqualTo(8080);
    assertThat(config.http().maxBodyBytes()).isEqualTo(1_048_576);
    assertThat(config.http().idleTimeout()).isEqualTo(Duration.ofSeconds(75));
    assertThat(config.http().eventLoops()).isBetween(1, 16);
    assertThat(config.http().accessLog()).isEqualTo(AccessLog.FAILURES);
    assertThat(config.management()).isEqualTo(new Config.Management("0.0.0.0", 8081));
    assertThat(config.database().dataDir()).isEqualTo(directory.resolve(".belfry"));
    assertThat(config.database().timeout()).isEqualTo(Duration.ofMillis(900));
    assertThat(config.keys().secrets()).isEmpty();
    assertThat(config.rateLimit()).isEqualTo(new Config.RateLimit(600, 20, Map.of()));
    Config.Probe probe = config.probe();
    assertThat(probe.locations()).containsExactlyElementsOf(ListParser.LOCATIONS).hasSize(22);
    assertThat(probe.allowTargets()).isEmpty();
    assertThat(probe).hasFieldOrPropertyWithValue("maxInFlight", 2000);
    assertThat(config.results().retention()).isEqualTo(Duration.ofDays(30));
    assertThat(config.smtp().server()).isNull();
    assertThat(config.smtp().from()).isEqualTo(new Mailbox("Belfry", "belfry@localhost"));
    assertThat(config.publicUrl()).isNull();
  }

  @Test
  void suitsOneMachineOnTheEmbeddedDatabaseAndAClusterOtherwise() {
    Config embedded = load(Map.of());
    Config cluster = load(Map.of("BELFRY_DATABASE_URL", EXTERNAL));

    assertThat(embedded.probe().allowPrivateTargets()).isTrue();
    assertThat(embedded.shutdown().delay()).isZero();
    assertThat(embedded.log().format()).isEqualTo(LogFormat.TEXT);
    assertThat(cluster.embedded()).isFalse();
    assertThat(cluster.probe().allowPrivateTargets()).isFalse();
    assertThat(cluster.shutdown().delay()).isEqualTo(Duration.ofSeconds(5));
    assertThat(cluster.log().format()).isEqualTo(LogFormat.JSON);
    assertThat(load(Map.of("BELFRY_ALLOW_PRIVATE_TARGETS", "false")).probe().allowPrivateTargets())
        .isFalse();
  }

  @Test
  void prefersTheEnvironmentToTheFileAndTheFileToDefaults() throws IOException {
    write("http: {host: 127.0.0.1, port: 9000}\nlog:\npublicUrl: https://b.example.org/\n");

    Config config = load(Map.of("BELFRY_HTTP_PORT", " 9001\n", "BELFRY_HTTP_HOST", ""));

    assertThat(config.http().host()).isEqualTo("127.0.0.1");
    assertThat(config.http().port()).isEqualTo(9001);
    assertThat(config.publicUrl()).isEqualTo(URI.create("https://b.example.org"));
    assertThat(config.log().level()).isEqualTo(LogLevel.INFO);
  }

  @Test
  void readsTheFileThatTheEnvironmentNames() throws IOException {
    Files.writeString(directory.resolve("other.yaml"), "http:\n  port: 9100\n");

    assertThat(load(Map.of("BELFRY_CONFIG", "other.yaml")).http().port()).isEqualTo(9100);
  }

  @Test
  void takesListsInYamlAndTextAsTheyAreWritten() throws IOException {
    write(
        """
        keys:
          secret: [00000000000000000001, 'abcdefghijklmnop']
        probe:
          locations:
            - eu-west-1
            - us-east-1
          allowTargets: [10.0.0.0/8, 'fd00::1']
        rateLimit:
          routes: [createAlertChannel=60/60, triggerCheck = 5/10]
        """);

    Config config = load(Map.of());

    assertThat(config.keys().secrets())
        .containsExactly(new Secret("00000000000000000001"), new Secret("abcdefghijklmnop"));
    assertThat(config.probe().locations()).containsExactly("eu-west-1", "us-east-1");
    assertThat(config.probe().allowTargets()).hasToString("[10.0.0.0/8, fd00::1]");
    assertThat(config.rateLimit().routes())
        .containsEntry("createAlertChannel", new RouteLimit(60, Duration.ofSeconds(60)))
        .containsEntry("triggerCheck", new RouteLimit(5, Duration.ofSeconds(10)));
  }

  @Test
  void namesEveryProblemAtOnce() throws IOException {
    write("http:\n  port: eighty\n  prot: 1\nhttps: true\nlog: loud\nprobe: {locations: {a: 1}}\n");

    ConfigException failure =
        failure(
            Map.of(
                "BELFRY_DATABASE_URL", "mysql://root:hunter2@h/d",
                "BELFRY_RATE_LIMTI", "1",
                "BELFRY_HTTP_IDLE_TIMEOUT", "75",
                "BELFRY_KEY_SECRET", "hunter2"));

    assertThat(failure.problems())
        .containsExactlyInAnyOrder(
            "http.port (belfry.yaml, line 2): must be a whole number from 0 to 65535,"
                + " not \"eighty\"",
            "http.prot (belfry.yaml, line 3): is not a key (did you mean http.port?)",
            "https (belfry.yaml, line 4): is not a key",
            "log (belfry.yaml, line 5): must be a section with keys in it",
            "probe.locations (belfry.yaml, line 6): must be a value, not a section",
            "BELFRY_RATE_LIMTI: is not a variable of Belfry (did you mean BELFRY_RATE_LIMIT?)",
            "BELFRY_DATABASE_URL: must look like postgresql://user:password@host:5432/database",
            "BELFRY_HTTP_IDLE_TIMEOUT: must be a duration such as 900ms, 5s or 2m,"
                + " from 1s to 60m, not \"75\"",
            "BELFRY_KEY_SECRET: must be one or more secrets of at least 16 characters each,"
                + " separated by commas");
    assertThat(failure).hasMessageContaining("\n  - http.port").hasMessageNotContaining("hunter2");
    assertThat(failure.getStackTrace()).isEmpty();
  }

  @Test
  void wantsTwoDifferentPortsUnlessBothAreFree() {
    assertThat(failure(Map.of("BELFRY_MANAGEMENT_PORT", "8080")).problems())
        .containsExactly(
            "BELFRY_HTTP_PORT and BELFRY_MANAGEMENT_PORT: must be two different ports,"
                + " not both 8080");
    assertThat(load(Map.of("BELFRY_HTTP_PORT", "0", "BELFRY_MANAGEMENT_PORT", "0"))).isNotNull();
  }

  @Test
  void ignoresWhatItPrintsItselfWhatTestsReadAndWhatOrchestratorsInject() {
    Map<String, String> environment = new HashMap<>();
    for (String name : List.of("URL", "ACCOUNT_ID", "API_KEY", "MONITOR_ID", "TEST_DATABASE_URL")) {
      environment.put("BELFRY_" + name, "anything");
    }
    environment.put("BELFRY_PORT", "tcp://10.0.0.1:8080");
    environment.put("BELFRY_PORT_8080_TCP_ADDR", "10.0.0.1");
    environment.put("BELFRY_SERVICE_HOST", "10.0.0.1");
    environment.put("BELFRY_SERVICE_PORT_HTTP", "8080");
    environment.put("BELFRY_MANAGEMENT_PORT", "tcp://10.0.0.2:8081");
    environment.put("PATH", "/bin");

    assertThat(load(environment)).isEqualTo(load(Map.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "# nothing\n", "---\n", "http:\n", "null", "http: ~"})
  void acceptsAFileThatSetsNothing(String text) throws IOException {
    write(text);

    assertThat(load(Map.of()).http().port()).isEqualTo(8080);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http: [",
        "just a text",
        "[1, 2]",
        "http: {port: 1, port: 2}",
        "a: 1\n---\nb: 2\n",
        "keys: {secret: [{a: b}]}",
        "\t: x",
        "http: {port: &a [*a]}",
        "? {a: b}\n: c"
      })
  void refusesAFileItCannotUnderstand(String text) throws IOException {
    write(text);

    assertThat(failure(Map.of()).problems()).isNotEmpty();
  }

  @Test
  void refusesToGoOnWithoutTheNamedFile() {
    assertThat(failure(Map.of("BELFRY_CONFIG", "absent.yaml")).problems())
        .containsExactly(
            "BELFRY_CONFIG: \"absent.yaml\" cannot be read; it must be a YAML file in UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          BELFRY_HTTP_HOST                | ::1
          BELFRY_HTTP_PORT                | 0
          BELFRY_HTTP_PORT                | 65535
          BELFRY_HTTP_MAX_BODY_BYTES      | 1024
          BELFRY_HTTP_MAX_BODY_BYTES      | 67108864
          BELFRY_HTTP_IDLE_TIMEOUT        | 2m
          BELFRY_HTTP_BODY_TIMEOUT        | 900ms
          BELFRY_ACCESS_LOG               | FAILURES
          BELFRY_RATE_LIMIT               | 0
          BELFRY_RATE_LIMIT               | 10000000
          BELFRY_LOCATIONS                | eu-west-1, us-east-1
          BELFRY_ALLOW_PRIVATE_TARGETS    | auto
          BELFRY_ALLOW_TARGETS            | 10.0.0.0/8, fd00::/8,::1
          BELFRY_PROBE_MAX_PER_HOST       | 100000
          BELFRY_RESULTS_RETENTION        | 1d
          BELFRY_RESULTS_RETENTION        | 400d
          BELFRY_SHUTDOWN_DELAY           | 0s
          BELFRY_SMTP_URL                 | smtps://me:p%40ss@mail.example.org:465
          BELFRY_SMTP_FROM                | auto
          BELFRY_SMTP_FROM                | Überwachung <alerts@example.org>
          BELFRY_SMTP_CONNECTIONS         | 100
          BELFRY_PUBLIC_URL               | http://localhost:8080
          BELFRY_LOG_FORMAT               | text
          BELFRY_KEY_SECRET               | 0123456789abcdef,fedcba9876543210
          """)
  void accepts(String variable, String value) {
    assertThat(load(Map.of(variable, value))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          BELFRY_HTTP_HOST                | not a host
          BELFRY_HTTP_PORT                | 65536
          BELFRY_HTTP_PORT                | -1
          BELFRY_HTTP_PORT                | ٣
          BELFRY_HTTP_PORT                | 99999999999999999999
          BELFRY_HTTP_MAX_BODY_BYTES      | 1023
          BELFRY_HTTP_MAX_BODY_BYTES      | 67108865
          BELFRY_HTTP_MAX_CONNECTIONS     | 0
          BELFRY_HTTP_IDLE_TIMEOUT        | 0s
          BELFRY_HTTP_BODY_TIMEOUT        | 20 s
          BELFRY_DATABASE_TIMEOUT         | 1h
          BELFRY_DATABASE_POOL_SIZE       | 0
          BELFRY_ACCESS_LOG               | some
          BELFRY_TRUSTED_PROXIES          | balancer
          BELFRY_RATE_LIMIT               | 10000001
          BELFRY_RATE_LIMIT_ROUTES        | createMonitor=60
          BELFRY_RATE_LIMIT_ROUTES        | a=0/60
          BELFRY_RATE_LIMIT_ROUTES        | a=1/60,a=2/60
          BELFRY_LOCATIONS                | eu-west-9
          BELFRY_LOCATIONS                | ,
          BELFRY_ALLOW_PRIVATE_TARGETS    | yes
          BELFRY_ALLOW_TARGETS            | intranet.example.org
          BELFRY_PROBE_MAX_IN_FLIGHT      | 0
          BELFRY_PROBE_MAX_PER_HOST       | 0
          BELFRY_SMTP_URL                 | mail.example.org
          BELFRY_SMTP_URL                 | smtp://me:p@ss word@mail.example.org
          BELFRY_SMTP_FROM                | nobody
          BELFRY_SMTP_FROM                | a@example.org, b@example.org
          BELFRY_SMTP_CONNECTIONS         | 0
          BELFRY_PUBLIC_URL               | belfry.example.org
          BELFRY_PUBLIC_URL               | ftp://belfry.example.org
          BELFRY_PUBLIC_URL               | https://belfry.example.org/?a=b
          BELFRY_RESULTS_RETENTION        | 0d
          BELFRY_RESULTS_RETENTION        | 401d
          BELFRY_RESULTS_RETENTION        | 30
          BELFRY_SHUTDOWN_GRACE           | 11m
          BELFRY_LOG_LEVEL                | loud
          BELFRY_KEY_SECRET               | 0123456789abcdef,short
          """)
  void refuses(String variable, String value) {
    assertThat(failure(Map.of(variable, value)).problems())
        .singleElement()
        .asString()
        .startsWith(variable + ": must ");
  }

  private void write(String yaml) throws IOException {
    Files.createDirectories(directory.resolve("config"));
    Files.writeString(directory.resolve("config/belfry.yaml"), yaml);
  }

  private Config load(Map<String, String> environment) {
    return ConfigLoader.load(environment, directory);
  }

  private ConfigException failure(Map<String, String> environment) {
    return catchThrowableOfType(ConfigException.class, () -> load(environment));
  }
}
