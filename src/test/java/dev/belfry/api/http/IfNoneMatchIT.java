package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Fixtures;
import dev.belfry.testing.RawHttp;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code ETag} and {@code If-None-Match} on every GET of the contract. */
class IfNoneMatchIT {
  private static final String STALE = "\"AAAAAAAAAAAAAAAAAAAAAA\"";
  private static final TestApp APP = TestApp.shared();

  /** What is no JSON document, waits, or is not there as long as nothing has run. */
  private static final Set<String> OTHERS =
      Set.of(
          "awaitCheckSession",
          "readObjectiveStatus", // As of now.
          "listObjectiveReports",
          "readObjectiveReportCsv",
          "awaitCheckSessionV1",
          "readStaticIpText",
          "runCheckByTrigger",
          "runGroupByTrigger",
          "readStaticIpv6Text",
          "awaitTestSession",
          "awaitTestScheduling",
          "awaitDeployment",
          "followDeployment",
          "followEvents",
          "showConfirmation",
          "showUnsubscription",
          "showAcknowledgement",
          "drawCheckBadge",
          "drawCheckGroupBadge",
          "readPrometheusMetrics",
          "readCheckResult",
          "readHeartbeatEvent",
          "readCheckStatus",
          "getOwnProfile", // Of persons alone.
          "getOwnPhone",
          "listSignIns",
          "startOidcSignIn",
          "finishOidcSignIn",
          // Only a person has devices.
          "getPushKey",
          "listOwnDevices");

  /** Where the answer names the present moment unless one is asked for. */
  private static final Map<String, String> QUERIES =
      Map.of(
          "analyzeUrlMonitor", "?from=1795000000&to=1795003600",
          "analyzeTcpMonitor", "?from=1795000000&to=1795003600",
          "analyzeDnsMonitor", "?from=1795000000&to=1795003600",
          "analyzeIcmpMonitor", "?from=1795000000&to=1795003600",
          "analyzeSslMonitor", "?from=1795000000&to=1795003600",
          "analyzeApiCheck", "?from=1795000000&to=1795003600",
          "analyzeHeartbeatMonitor", "?from=1795000000&to=1795003600",
          "readOnCall", "?at=1795000000");

  private static ApiClient client;
  private static Fixtures owned;

  @BeforeAll
  static void own() {
    Tenant acme = APP.newTenant();
    client = APP.as(acme);
    owned = Fixtures.create(client, acme.account());
  }

  static Stream<OperationContract> reads() {
    return Contract.load().operations().stream()
        .filter(operation -> operation.method().equals("GET"))
        // Everybody may keep a status page for a moment; the tests of package site look at that.
        .filter(operation -> !operation.path().startsWith("/status/"))
        .filter(operation -> !OTHERS.contains(operation.id()));
  }

  @ParameterizedTest
  @MethodSource("reads")
  void whatTheClientHasIsNotSentAgain(OperationContract operation) {
    String path = owned.address(operation.path()) + QUERIES.getOrDefault(operation.id(), "");
    ApiReply reply = client.get(path).hasStatus(200).matchesContract(operation.id());
    String tag = reply.header("etag");
    assertThat(tag).matches("\"[A-Za-z0-9._-]{22,45}\"");
    assertThat(reply.header("cache-control")).isEqualTo("private, no-cache");

    for (String known : new String[] {tag, "W/" + tag, STALE + ", " + tag, "*"}) {
      ApiReply none = client.with("If-None-Match", known).get(path).hasStatus(304);
      assertThat(none.text()).isEmpty();
      assertThat(none.header("etag")).isEqualTo(tag);
      assertThat(none.header("cache-control")).isEqualTo("private, no-cache");
      assertThat(none.header("content-type")).isEmpty();
      assertThat(none.header("x-request-id")).isNotEmpty();
      assertThat(none.header("x-ratelimit-remaining").isEmpty())
          .isEqualTo(operation.open() && operation.limit().isEmpty());
      none.matchesContract(operation.id());
    }
    ApiReply again = client.with("If-None-Match", STALE).get(path).hasStatus(200);
    assertThat(again.text()).isEqualTo(reply.text());
    ApiReply malformed = client.with("If-None-Match", "nonsense").get(path);
    if (operation.open()) {
      malformed.hasStatus(200); // Readers' programs send what they like.
    } else {
      malformed.isInvalid("/If-None-Match");
    }
    malformed.matchesContract(operation.id());
  }

  @Test
  void whatWaitsHasNoTag() {
    ApiReply over = client.get(owned.address("/v2/check-sessions/{id}/completion")).hasStatus(200);
    assertThat(over.header("etag")).isEmpty();
    assertThat(over.header("cache-control")).isEqualTo("no-store");
  }

  @Test
  void errorsHaveNoTag() {
    ApiReply missing = client.get("/v1/variables/NOT_THERE").isNotFound();
    assertThat(missing.header("etag")).isEmpty();
    assertThat(missing.header("cache-control")).isEqualTo("no-store");
  }

  @Test
  void theConnectionGoesOnAfterAnAnswerWithoutBody() {
    String get = "GET /v1/runtimes HTTP/1.1\r\nHost: b\r\n";
    try (RawHttp connection = new RawHttp(APP.port())) {
      connection.send(get + "If-None-Match: *\r\n\r\n" + get + "Connection: close\r\n\r\n");
      String all = connection.readToEnd();
      assertThat(all).startsWith("HTTP/1.1 304").contains("\r\n\r\nHTTP/1.1 200");
      assertThat(all.substring(0, all.indexOf("HTTP/1.1 200")).toLowerCase(Locale.ROOT))
          .doesNotContain("content-length", "transfer-encoding");
    }
  }
}
