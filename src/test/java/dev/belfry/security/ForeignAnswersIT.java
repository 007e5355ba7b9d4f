package dev.belfry.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * API10, unsafe consumption of APIs: what targets and receivers answer is nobody's word. {@code
 * ProbeFaultsIT} shows heads and bodies without end and answers that are none; {@code LettersTest}
 * and {@code BadgeSvgTest} that what others wrote is escaped where it is shown.
 */
class ForeignAnswersIT {
  private static final String SCRIPT = "<script>alert(1)</script>";
  private static final Map<String, String> OPEN =
      Map.of("BELFRY_LOCATIONS", "all", "BELFRY_ALLOW_PRIVATE_TARGETS", "true");

  private ServerSocket target;
  private String head = "";
  private String body = "";
  private boolean endless;

  @BeforeEach
  void open() throws IOException {
    target = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread accepting = new Thread(this::serve, "foreign");
    accepting.setDaemon(true);
    accepting.start();
  }

  @AfterEach
  void close() throws IOException {
    target.close();
  }

  private void serve() {
    while (!target.isClosed()) {
      try (Socket socket = target.accept()) {
        socket.setSoTimeout(200);
        OutputStream out = socket.getOutputStream();
        out.write((head + "\r\n\r\n" + body).getBytes(StandardCharsets.ISO_8859_1));
        byte[] more = body.repeat(1_000).getBytes(StandardCharsets.ISO_8859_1);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (endless && System.nanoTime() < end) {
          out.write(more);
        }
        socket.shutdownOutput();
        while (socket.getInputStream().read() >= 0) {} // Or the answer might be lost.
      } catch (IOException hungUp) {
        // What some of these answers provoke.
      }
    }
  }

  private String url() {
    return "http://127.0.0.1:" + target.getLocalPort() + "/";
  }

  @Test
  void whatATargetSaysIsTextAndNothingMore() {
    head = "HTTP/1.1 500 " + SCRIPT + "\r\nX-A: " + SCRIPT + "\r\nContent-Encoding: gzip";
    body = SCRIPT;
    try (TestApp app = TestApp.start(OPEN)) {
      ApiReply result = result(app.as(app.newTenant()));
      assertThat(result.header("content-type")).startsWith("application/json");
      assertThat(result.header("x-content-type-options")).isEqualTo("nosniff");
      assertThat(result.at("/hasFailures").asBoolean()).as(result.text()).isTrue();
      assertThat(result.headers().map()).doesNotContainKey("x-a");
    }
  }

  private ApiReply result(ApiClient client) {
    String check =
        client
            .post("/v1/checks/url", "{\"name\":\"x\",\"request\":{\"url\":\"" + url() + "\"}}")
            .hasStatus(201)
            .id();
    String session =
        client
            .post("/v2/check-sessions/trigger", "{\"target\":{\"checkId\":\"" + check + "\"}}")
            .hasStatus(201)
            .at("/sessions/0/checkSessionId")
            .asText();
    String result =
        client
            .get("/v2/check-sessions/" + session + "/completion")
            .hasStatus(200)
            .at("/results/0/checkResultId")
            .asText();
    return client.get("/v1/check-results/" + check + "/" + result).hasStatus(200);
  }

  @Test
  void aReceiverWithoutEndIsHungUpOnAndDelaysNobody() {
    head = "HTTP/1.1 500 Oops";
    body = "x".repeat(1_000);
    endless = true;
    try (TestApp app = TestApp.start(OPEN)) {
      ApiClient client = app.as(app.newTenant());
      String channel =
          client
              .post(
                  "/v1/alert-channels",
                  "{\"type\":\"WEBHOOK\",\"config\":{\"name\":\"n\",\"url\":\"" + url() + "\"}}")
              .hasStatus(201)
              .id();
      client.send("POST", "/v1/alert-channels/" + channel + "/test", null).hasStatus(202);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(25);
      ApiReply messages = client.get("/v1/alert-notifications");
      while (messages.at("/0/statusCode").isNull()) {
        assertThat(System.nanoTime())
            .as("the attempt ends in time: %s", messages.text())
            .isLessThan(deadline);
        messages = client.get("/v1/alert-notifications");
      }
      assertThat(messages.at("/0/statusCode").asInt()).as(messages.text()).isEqualTo(500);
      assertThat(messages.text().length()).isLessThan(20_000);
    }
  }
}
