package dev.belfry.api.contract;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteTableTest {
  private static final Contract CONTRACT = Contract.load();
  private static final long SEED = 20_261_122;
  private static final int ROUNDS = 5_000;
  private static final Map<OperationContract, Pattern> PATTERNS =
      CONTRACT.operations().stream()
          .collect(
              Collectors.toMap(
                  Function.identity(),
                  operation -> Pattern.compile(operation.path().replaceAll("\\{[^}]+}", "[^/]+"))));

  @Test
  void leadsToEveryOperationOfTheContract() {
    for (OperationContract operation : CONTRACT.operations()) {
      Route found = route(operation.method(), operation.path().replaceAll("[{}]", "_"));

      assertThat(found.operation()).isSameAs(operation);
      assertThat(found.parameters())
          .isEqualTo(
              operation.parameters().stream()
                  .filter(Parameter::inPath)
                  .collect(
                      TreeMap::new,
                      (map, parameter) -> map.put(parameter.name(), "_" + parameter.name() + "_"),
                      Map::putAll));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/checks, listChecks",
    "GET, /v1/checks/, listChecks",
    "GET, //v1//checks, listChecks",
    "GET, /v1/./checks, listChecks",
    "GET, /v1/none/../checks, listChecks",
    "GET, /../v1/checks, listChecks",
    "GET, /v1/%63hecks, listChecks",
    "GET, /v1/checks%2F, ",
    "GET, /v1%2Fchecks, ",
    "GET, /status/x/..%2f..%2fv1%2fchecks, ",
    "GET, /status/..%2fv1/../../v1/checks, listChecks",
    "GET, /v1/Checks, ",
    "GET, /v1, ",
    "GET, /, ",
    "GET, /v1/checks/a/b, ",
    "DELETE, /v1/checks, ",
    "get, /v1/checks, ",
    "TRACE, /v1/checks, ",
    "HEAD, /v1/checks, ",
    "HEAD, /status/a, showStatusPage",
    "GET, /v1/checks/url, readCheck",
    "PUT, /v1/checks/url/7, updateUrlMonitor",
    "POST, /v1/checks, createCheck",
    "PUT, /v1/checks/7, updateCheck",
    "GET, /v1/checks/grpc, ",
    "GET, /v1/checks/./browser/, ",
    "PUT, /v1/checks/multistep, ",
    "DELETE, /v1/checks/playwright, ",
    "GET, /v1/checks/grp, readCheck",
    "DELETE, /next/projects/imports, deleteProject",
    "GET, /v1/checks/api, readCheck",
    "PUT, /v1/checks/api/7, updateApiCheck",
    "GET, /v1/checks/tcp, readCheck",
    "PUT, /v1/checks/tcp/7, updateTcpMonitor",
    "GET, /v1/checks/dns, readCheck",
    "PUT, /v1/checks/dns/7, updateDnsMonitor",
    "GET, /v1/checks/icmp, readCheck",
    "PUT, /v1/checks/icmp/7, updateIcmpMonitor",
    "GET, /v1/checks/ssl, readCheck",
    "PUT, /v1/checks/ssl/7, updateSslMonitor",
    "GET, /v1/checks/heartbeat, readCheck",
    "PUT, /v1/checks/heartbeat/7, updateHeartbeatMonitor",
    "GET, /v1/checks/heartbeats/7/events, listHeartbeatEvents",
    "GET, /v1/triggers/checks/7, readCheckTrigger",
    "POST, /v1/triggers/check-groups/7, createGroupTrigger",
    "GET, /checks/7/trigger/t, runCheckByTrigger",
    "POST, /check-groups/7/trigger/t, runGroupByTriggerPost",
    "GET, /v2/checks, listChecksV2",
    "GET, /v2/checks/7, readCheckV2",
    "GET, /v3/checks, listChecksV3",
    "GET, /v3/checks/7, readCheckV3",
    "GET, /v1/static-ips.txt, readStaticIpText",
    "GET, /v1/static-ips-by-region, listStaticIpsByRegion",
    "POST, /v1/check-sessions/trigger, triggerCheckSessionsV1",
    "GET, /v1/check-sessions/trigger, readCheckSessionV1",
    "GET, /v1/status-pages/services, listServices",
    "GET, /v1/status-pages/services/keys, readService",
    "POST, /v1/status-pages/services/keys, createStatusPageKey",
  })
  void readsPathsBySegments(String method, String path, @Nullable String operation) {
    Route found = CONTRACT.route(method, path);

    assertThat(found == null ? null : found.operation().id()).isEqualTo(operation);
  }

  @ParameterizedTest
  @CsvSource({
    "a%2Fb, a/b",
    "a+b, a+b",
    "a%20b, 'a b'",
    "%C3%A9, é",
    "a%25, a%",
    "%252e, %2e",
  })
  void decodesWhatIsSaidForAParameter(String written, @Nullable String meant) {
    Route found = CONTRACT.route("PUT", "/v1/variables/" + written);

    assertThat(found == null ? null : found.parameters().get("key")).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/checks/%",
    "/v1/checks/%2",
    "/v1/checks/%zz",
    "/%/v1",
    "/status/x/%2e%2e/%2e%2e/v1/checks",
    "/status/x/%2E./v1",
    "/status/x/.%2e",
    "/v1/%2e/checks",
    "/v1/variables/%2e",
  })
  void refusesWhatIsNotWellEncoded(String path) {
    assertThatThrownBy(() -> CONTRACT.route("GET", path))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CONTRACT.methodsOn(path)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void findsWhatTheTemplatesReadAsPatternsFind() {
    List<String> words =
        CONTRACT.operations().stream()
            .flatMap(operation -> Stream.of(operation.path().substring(1).split("/")))
            .distinct()
            .toList();
    Random random = new Random(SEED);
    int found = 0;
    for (int i = 0; i < ROUNDS; i++) {
      OperationContract near =
          CONTRACT.operations().get(random.nextInt(CONTRACT.operations().size()));
      String[] segments = near.path().substring(1).split("/");
      segments[random.nextInt(segments.length)] = words.get(random.nextInt(words.size()));
      String path = "/" + String.join("/", segments);

      List<String> expected = new ArrayList<>(new TreeSet<>(methodsByPattern(path)));
      assertThat(CONTRACT.methodsOn(path)).filteredOn(m -> !m.equals("HEAD")).isEqualTo(expected);
      found += expected.size();
    }
    assertThat(found).isBetween(ROUNDS / 4, ROUNDS);
  }

  private static List<String> methodsByPattern(String path) {
    return CONTRACT.operations().stream()
        .filter(operation -> requireNonNull(PATTERNS.get(operation)).matcher(path).matches())
        .map(OperationContract::method)
        .toList();
  }

  private static Route route(String method, String path) {
    return requireNonNull(CONTRACT.route(method, path), path);
  }
}
