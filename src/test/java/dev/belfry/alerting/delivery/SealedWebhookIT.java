package dev.belfry.alerting.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** What is sealed in the database is what the receiver gets. */
class SealedWebhookIT {
  private static final String SECRET = "a long random secret";

  private record Got(String body, String header, String signature) {}

  private static HttpServer receiver(CompletableFuture<Got> got) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          got.complete(
              new Got(
                  body,
                  exchange.getRequestHeaders().getFirst("X-Token"),
                  exchange.getRequestHeaders().getFirst("x-checkly-signature")));
          byte[] echo = ("You sent: " + body).getBytes(UTF_8);
          exchange.sendResponseHeaders(503, echo.length);
          exchange.getResponseBody().write(echo);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String hmac(String body) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
  }

  /** A variable whose key is lost, which no template names. */
  private static void sealWithALostKey(TestApp app, Tenant tenant) {
    app.database()
        .execute(
            """
            INSERT INTO variables (account_id, key, value, locked, secret, created_at)
            VALUES ('%s', 'UNUSED', 'sealed:v1:00000000:AAAA', false, true, now())"""
                .formatted(tenant.account()));
  }

  private static void queue(TestApp app, Tenant tenant, String channel) throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement insert =
            connection.prepareStatement(
                """
                INSERT INTO deliveries (id, account_id, kind, lane, channel_id)
                VALUES (?, ?, 'TEST', 'channel:' || ?, ?)""")) {
      insert.setObject(1, UUID.randomUUID());
      insert.setObject(2, tenant.account());
      insert.setString(3, channel);
      insert.setLong(4, Long.parseLong(channel));
      insert.executeUpdate();
    }
  }

  /** What the receiver said, as soon as it is stored. */
  private static String answer(TestApp app, String channel) throws SQLException {
    long deadline = System.nanoTime() + 20_000_000_000L;
    try (Connection connection = app.database().jdbc();
        PreparedStatement read =
            connection.prepareStatement("SELECT answer FROM deliveries WHERE channel_id = ?")) {
      read.setLong(1, Long.parseLong(channel));
      while (System.nanoTime() < deadline) {
        try (ResultSet row = read.executeQuery()) {
          if (row.next() && row.getString(1) != null) {
            return row.getString(1);
          }
        }
        LockSupport.parkNanos(20_000_000);
      }
    }
    throw new AssertionError("no answer is stored");
  }

  @Test
  void aSecretSignsAndASecretVariableIsSentAfterAChangeOfKeys() throws Exception {
    CompletableFuture<Got> got = new CompletableFuture<>();
    HttpServer server = receiver(got);
    try (TestApp app = TestApp.start(Map.of())) {
      Tenant acme = app.newTenant();
      ApiClient client = app.as(acme);
      client
          .post("/v1/variables", "{\"key\":\"TOKEN\",\"value\":\"t0ken\",\"secret\":true}")
          .hasStatus(201);
      String channel =
          client
              .post(
                  "/v1/alert-channels",
                  """
                  {"type":"WEBHOOK","config":{"url":"http://127.0.0.1:%d/","webhookSecret":"%s",
                   "template":"{{TOKEN}} {{ALERT_TYPE}}",
                   "headers":[{"key":"X-Token","value":"{{TOKEN}}"}]}}"""
                      .formatted(server.getAddress().getPort(), SECRET))
              .hasStatus(201)
              .id();
      app.shutDown();
      Map<String, String> later =
          Map.of(
              "BELFRY_SEALING_KEY", "a key that was set only afterwards",
              "BELFRY_ALLOW_PRIVATE_TARGETS", "true");
      try (TestApp again = TestApp.startOn(app.database().address(), later)) {
        sealWithALostKey(again, acme);
        queue(again, acme, channel);
        Got message = got.get(20, TimeUnit.SECONDS);
        assertThat(message.body()).startsWith("t0ken ");
        assertThat(message.header()).isEqualTo("t0ken");
        assertThat(message.signature()).isEqualTo(hmac(message.body()));
        assertThat(answer(again, channel))
            .as("what the receiver repeats of a secret")
            .startsWith("HTTP 503: You sent: **** ")
            .doesNotContain("t0ken");
      }
    } finally {
      server.stop(0);
    }
  }
}
