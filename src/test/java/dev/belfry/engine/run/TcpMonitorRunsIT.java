package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.engine.run.EngineFixture.Stored;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ClockWait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** TCP monitors from the API to their results, against a server that greets. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ClockWait("Monitors run at their scheduled times of the database's clock.")
class TcpMonitorRunsIT {
  private static final String ASSERTIONS =
      """
      {"source":"RESPONSE_DATA","comparison":"CONTAINS","target":"%s"},
      {"source":"RESPONSE_TIME","comparison":"LESS_THAN","target":"4000"}""";

  private final TestApp app = TestApp.start(EngineFixture.probingFrom("all"));
  private final EngineFixture fixture = new EngineFixture(app);
  private final ServerSocket server = listen();

  private static ServerSocket listen() {
    try {
      ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      Thread greeter = new Thread(() -> greetAll(socket), "greeter");
      greeter.setDaemon(true);
      greeter.start();
      return socket;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void greetAll(ServerSocket socket) {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        client.getOutputStream().write("220 ready\r\n".getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        if (socket.isClosed()) {
          return;
        }
      }
    }
  }

  @AfterAll
  void stop() throws IOException {
    server.close();
    fixture.close();
    app.close();
  }

  private String request(int port, String assertions) {
    return "\"request\":{\"hostname\":\"127.0.0.1\",\"port\":%d,\"assertions\":[%s]}"
        .formatted(port, assertions);
  }

  private String monitor(String more) {
    String body = "{\"name\":\"Mail\",\"frequency\":0,\"frequencyOffset\":10,%s}".formatted(more);
    return fixture.client.post("/v1/checks/tcp", body).hasStatus(201).id();
  }

  private JsonNode result(String check) {
    String path = "/v2/check-results/" + check;
    ApiReply listed = fixture.client.get(path).hasStatus(200).matchesContract("listCheckResults");
    JsonNode first = listed.at("/entries/0");
    fixture
        .client
        .get("/v1/check-results/" + check + "/" + first.path("id").asText())
        .hasStatus(200)
        .matchesContract("readCheckResult");
    return first;
  }

  @Test
  void aPassKeepsWhatItsAssertionsLookedAt() {
    String check = monitor(request(server.getLocalPort(), ASSERTIONS.formatted("220")));
    Stored run = fixture.awaitRuns(check, 1).get(0);
    assertThat(run.verdict()).isEqualTo(Verdict.PASSED);
    assertThat(run.status()).isZero();
    assertThat(run.responseMicros()).isBetween(10L, 4_000_000L);
    JsonNode result = result(check);
    assertThat(result.path("apiCheckResult").isNull()).isTrue();
    JsonNode tcp = result.path("tcpCheckResult");
    assertThat(tcp.at("/assertions/0/passed").asBoolean()).isTrue();
    assertThat(tcp.at("/assertions/0/actual").asText()).isEqualTo("220 ready\r\n");
    assertThat(tcp.at("/assertions/0/error").isNull()).isTrue();
    assertThat(tcp.at("/request/port").asInt()).isEqualTo(server.getLocalPort());
    assertThat(tcp.at("/requestError").isNull()).isTrue();
  }

  @Test
  void aFailureNamesTheAssertionAndWhatCame() {
    String check = monitor(request(server.getLocalPort(), ASSERTIONS.formatted("250 fine")));
    Stored run = fixture.awaitRuns(check, 1).get(0);
    assertThat(run.reason()).isEqualTo(Reason.ASSERTION);
    JsonNode result = result(check);
    assertThat(result.path("message").asText())
        .contains("response data", "220 ready", "to contain", "250 fine");
    assertThat(result.at("/tcpCheckResult/response/data").asText()).isEqualTo("220 ready\r\n");
    assertThat(result.at("/tcpCheckResult/response/bytes").asInt()).isEqualTo(11);
    assertThat(result.at("/tcpCheckResult/assertions/0/error").asText())
        .startsWith("expected response data that contains 250 fine, got 220 ready");
    JsonNode alert =
        fixture.client.get("/v2/check-alerts?checkId=" + check).hasStatus(200).at("/entries/0");
    assertThat(alert.path("error").asText()).contains("to contain \"250 fine\"");
  }

  @Test
  void aClosedPortFailsUnlessItShouldBeClosed() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    String open = monitor(request(port, ""));
    String shut = monitor(request(port, "") + ",\"shouldFail\":true");
    String wrong = monitor(request(server.getLocalPort(), "") + ",\"shouldFail\":true");
    assertThat(fixture.awaitRuns(open, 1).get(0).reason()).isEqualTo(Reason.CONNECTION_REFUSED);
    assertThat(result(open).at("/tcpCheckResult/requestError").asText()).contains("was refused");
    assertThat(fixture.awaitRuns(shut, 1).get(0).verdict()).isEqualTo(Verdict.PASSED);
    assertThat(fixture.awaitRuns(wrong, 1).get(0).reason()).isEqualTo(Reason.SHOULD_HAVE_FAILED);
  }

  @Test
  void canBeTriggeredAndTestedLikeAnyOther() {
    String check =
        fixture
            .client
            .post(
                "/v1/checks/tcp",
                "{\"name\":\"Daily\",\"frequency\":1440,%s}"
                    .formatted(request(server.getLocalPort(), "")))
            .hasStatus(201)
            .id();
    String session =
        fixture
            .client
            .post("/v2/check-sessions/trigger", "{\"target\":{\"checkId\":\"" + check + "\"}}")
            .hasStatus(201)
            .at("/sessions/0/checkSessionId")
            .asText();
    ApiReply ended =
        fixture.client.get("/v2/check-sessions/" + session + "/completion").hasStatus(200);
    assertThat(ended.at("/status").asText()).isEqualTo("PASSED");
    ApiReply test =
        fixture
            .client
            .post(
                "/v1/check-tests/tcp",
                "{" + request(server.getLocalPort(), ASSERTIONS.formatted("221")) + "}")
            .hasStatus(200)
            .matchesContract("testTcpMonitor");
    assertThat(test.at("/hasFailures").asBoolean()).isTrue();
    assertThat(test.at("/statusCode").isNull()).isTrue();
    assertThat(test.at("/assertions/0/actual").asText()).isEqualTo("220 ready\r\n");
    assertThat(test.at("/assertions/1/passed").asBoolean()).isTrue();
    assertThat(
            fixture
                .client
                .get("/v1/analytics/tcp-checks/" + check + "?metrics=availability,total_p95")
                .hasStatus(200)
                .matchesContract("analyzeTcpMonitor")
                .text())
        .contains("total_p95");
    fixture.client.get("/v1/analytics/url-monitors/" + check).isNotFound();
  }

  @Test
  void theOverviewNamesHostAndPort() {
    String check = monitor(request(server.getLocalPort(), ""));
    fixture.awaitRuns(check, 1);
    EngineFixture.until(
        "the overview has it",
        () ->
            fixture
                .client
                .get("/v1/check-overview?checkId=" + check)
                .at("/entries/0/url")
                .asText()
                .equals("127.0.0.1:" + server.getLocalPort()));
  }
}
