package dev.belfry.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * API7, server side request forgery. {@code AddressPolicyTest}, {@code TargetGuardTest} and {@code
 * ProbeTargetsIT} show which addresses are refused in which disguises, and at every redirect;
 * {@code GuardedDeliveryIT} the same for webhooks. Here: every place that takes an address at once.
 * {@code ArchitectureTest} shows that nothing else in the program dials.
 */
class ForgeryIT {

  @Test
  void nothingReachesAServerOnThisMachine() throws IOException {
    try (ServerSocket inside = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
        TestApp app = TestApp.start(Map.of("BELFRY_LOCATIONS", "all"))) {
      ApiClient client = app.as(app.newTenant());
      int port = inside.getLocalPort();
      for (String host : List.of("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433")) {
        String url = "http://" + host + ":" + port + "/";
        probe(client, url);
        message(client, url);
        subscriber(client, url);
      }
      inside.setSoTimeout(1_000);
      assertThat(reached(inside)).isFalse();
    }
  }

  private static boolean reached(ServerSocket inside) throws IOException {
    try {
      inside.accept().close();
      return true;
    } catch (SocketTimeoutException nobody) {
      return false;
    }
  }

  private static void probe(ApiClient client, String url) {
    ApiReply made =
        client.post("/v1/checks/url", "{\"name\":\"x\",\"request\":{\"url\":\"" + url + "\"}}");
    if (made.status() == 400) {
      return; // Refused where it is saved.
    }
    String session =
        client
            .post(
                "/v2/check-sessions/trigger",
                "{\"target\":{\"checkId\":\"" + made.hasStatus(201).id() + "\"}}")
            .hasStatus(201)
            .at("/sessions/0/checkSessionId")
            .asText();
    ApiReply over = client.get("/v2/check-sessions/" + session + "/completion").hasStatus(200);
    assertThat(over.at("/status").asText()).as(over.text()).isEqualTo("FAILED");
  }

  private static void message(ApiClient client, String url) {
    ApiReply made =
        client.post(
            "/v1/alert-channels",
            "{\"type\":\"WEBHOOK\",\"config\":{\"name\":\"n\",\"url\":\"" + url + "\"}}");
    if (made.status() != 400) {
      client.send("POST", "/v1/alert-channels/" + made.id() + "/test", null).hasStatus(202);
      String channel = "/v1/alert-channels/" + made.id();
      long deadline = System.nanoTime() + 20_000_000_000L;
      while (client.get(channel).at("/health/dead").asInt() == 0) {
        assertThat(System.nanoTime()).as("given up in time").isLessThan(deadline);
        Polling.pause();
      }
    }
  }

  private static void subscriber(ApiClient client, String url) {
    String service =
        client.post("/v1/status-pages/services", "{\"name\":\"s\"}").hasStatus(201).id();
    String page =
        client
            .post(
                "/v1/status-pages",
                """
                {"name":"p","url":"p%s","cards":[{"name":"c","services":[{"id":"%s"}]}]}"""
                    .formatted(service, service))
            .hasStatus(201)
            .id();
    client.post(
        "/v1/status-pages/" + page + "/subscriptions",
        "{\"type\":\"WEBHOOK\",\"config\":\"" + url + "\"}");
    client
        .post(
            "/v1/status-pages/incidents",
            """
            {"name":"i","severity":"MINOR","services":[{"id":"%s"}],
             "incidentUpdates":[{"description":"d","notifySubscribers":true}]}"""
                .formatted(service))
        .hasStatus(201);
  }
}
