package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.app.TestApp;
import dev.belfry.statuspages.page.PageFixture;
import dev.belfry.testing.ApiClient;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An update on its way to a web address. */
class SubscriberWebhookIT {
  private record Received(String id, String body) {}

  @Test
  void theAddressIsPostedToOnceAndTriedAgainUnderTheSameId() throws Exception {
    BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          boolean first = received.isEmpty();
          exchange.sendResponseHeaders(first ? 503 : 204, -1);
          exchange.close();
          received.add(new Received(exchange.getRequestHeaders().getFirst("webhook-id"), body));
        });
    receiver.start();
    try (TestApp app = TestApp.start(Map.of("BELFRY_ALLOW_PRIVATE_TARGETS", "true"))) {
      ApiClient client = app.as(app.newTenant());
      String service =
          client.post(PageFixture.PAGES + "/services", "{\"name\":\"Web\"}").hasStatus(201).id();
      String page =
          client
              .post(
                  PageFixture.PAGES, PageFixture.body("hooked", PageFixture.card("Shop", service)))
              .hasStatus(201)
              .id();
      String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook";
      client
          .post(
              PageFixture.subscriptions(page), "{\"type\":\"WEBHOOK\",\"config\":\"" + url + "\"}")
          .hasStatus(201);
      client
          .post(
              PageFixture.PAGES + "/incidents",
              """
              {"name":"Down","severity":"MAJOR","services":[{"id":"%s"}],
               "incidentUpdates":[{"description":"Looking","notifySubscribers":true}]}"""
                  .formatted(service))
          .hasStatus(201);
      Received first = received.poll(15, TimeUnit.SECONDS);
      Received second = received.poll(15, TimeUnit.SECONDS);
      assertThat(first).isNotNull().isEqualTo(second);
      var body = new ObjectMapper().readTree(first.body());
      assertThat(body.path("id").asText()).isEqualTo(first.id());
      assertThat(body.at("/incident/services/0").asText()).isEqualTo("Web");
      assertThat(body.at("/page/id").asText()).isEqualTo(page);
    } finally {
      receiver.stop(0);
    }
  }
}
