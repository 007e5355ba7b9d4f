package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Stopping loses no request of a client that goes where the balancer sends it. */
class GracefulShutdownIT {

  @Test
  void turnsNotReadyFirstServesOnThenFinishesWhatIsUnderWay() throws Exception {
    TestApp app = TestApp.start(Map.of("BELFRY_SHUTDOWN_DELAY", "2s"));
    ApiClient client = app.as(app.newTenant());
    ApiClient health = app.management();
    health.get("/health/ready").hasStatus(200);
    AtomicBoolean balancedElsewhere = new AtomicBoolean();
    List<CompletableFuture<Integer>> clients = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      clients.add(CompletableFuture.supplyAsync(() -> sendUntil(balancedElsewhere, client)));
    }
    CompletableFuture<Void> stopping = CompletableFuture.runAsync(app::shutDown);
    ApiReply ready = health.get("/health/ready");
    while (ready.status() == 200) {
      ready = health.get("/health/ready");
    }
    assertThat(ready.at("/checks/service").asText()).isEqualTo("stopping");
    assertThat(client.get("/v1/checks").hasStatus(200).header("Connection")).isEqualTo("close");
    balancedElsewhere.set(true);
    for (CompletableFuture<Integer> done : clients) {
      assertThat(done.get()).isPositive();
    }
    stopping.get();
    app.close();
  }

  private static int sendUntil(AtomicBoolean enough, ApiClient client) {
    int answered = 0;
    while (!enough.get()) {
      client.get("/v1/checks").hasStatus(200);
      answered++;
    }
    return answered;
  }

  @Test
  void answersARequestThatHasBegunToArrive() {
    TestApp app = TestApp.start(Map.of());
    String body = "{\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"}}";
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(
          "POST /v1/checks/url HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
              + "Content-Length: "
              + body.length()
              + "\r\nAuthorization: Bearer "
              + app.newTenant().key()
              + "\r\nExpect: 100-continue\r\n\r\n");
      raw.readLine();
      CompletableFuture<Void> stopping = CompletableFuture.runAsync(app::shutDown);
      while (accepts(app.port())) {
        assertThat(stopping).isNotDone();
      }
      raw.send(body);
      assertThat(raw.readToEnd()).contains("HTTP/1.1 201");
      stopping.join();
    }
    app.close();
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }
}
