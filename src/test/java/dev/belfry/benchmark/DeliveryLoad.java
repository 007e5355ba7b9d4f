package dev.belfry.benchmark;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Queues messages to ten receivers at a steady rate, one of which never answers while the others
 * take 50 ms, and prints how long those took from being queued to being received.
 */
public final class DeliveryLoad {
  private static final int RECEIVERS = 10;
  private static final long ANSWER_MILLIS = 50;
  private static final long NANOS = 1_000_000_000L;

  private static final String QUEUE =
      """
      WITH fresh AS (
        INSERT INTO deliveries (id, account_id, kind, lane, channel_id)
        VALUES (?, ?, 'TEST', ?, ?) RETURNING id)
      SELECT pg_notify('belfry_deliveries', '') FROM fresh""";

  private DeliveryLoad() {}

  /** Arguments: messages a second, seconds. */
  public static void main(String[] arguments) throws SQLException {
    int rate = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
    int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 60;
    Map<String, Long> received = new ConcurrentHashMap<>();
    Vertx vertx = Vertx.vertx();
    try (TestApp app = TestApp.start(Map.of("BELFRY_ALLOW_PRIVATE_TARGETS", "true"))) {
      Tenant tenant = app.newTenant();
      long[] channels = channels(vertx, app.as(tenant), received);
      Map<String, Long> queued = queue(app, tenant.account(), channels, rate, seconds);
      wait(received, queued);
      print(received, queued, rate, seconds);
    } finally {
      vertx.close().await();
    }
  }

  private static long[] channels(Vertx vertx, ApiClient client, Map<String, Long> received) {
    long[] channels = new long[RECEIVERS];
    for (int i = 0; i < RECEIVERS; i++) {
      boolean hangs = i == 0;
      HttpServer server =
          vertx
              .createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(0))
              .requestHandler(
                  request -> {
                    received.putIfAbsent(request.getHeader("webhook-id"), System.nanoTime());
                    if (!hangs) {
                      vertx.setTimer(ANSWER_MILLIS, due -> request.response().end());
                    }
                  })
              .listen()
              .await();
      channels[i] =
          Long.parseLong(
              client
                  .post(
                      "/v1/alert-channels",
                      "{\"type\":\"WEBHOOK\",\"config\":{\"url\":\"http://127.0.0.1:"
                          + server.actualPort()
                          + "\"}}")
                  .hasStatus(201)
                  .id());
    }
    return channels;
  }

  /** When each message to a receiver that answers was committed; the first second warms up. */
  private static Map<String, Long> queue(
      TestApp app, UUID account, long[] channels, int rate, int seconds) throws SQLException {
    Map<String, Long> queued = new ConcurrentHashMap<>();
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement = connection.prepareStatement(QUEUE)) {
      long start = System.nanoTime();
      for (int i = 0; i < rate * seconds; i++) {
        long due = start + i * NANOS / rate;
        for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
          LockSupport.parkNanos(due - now);
        }
        UUID id = UUID.randomUUID();
        long channel = channels[i % RECEIVERS];
        statement.setObject(1, id);
        statement.setObject(2, account);
        statement.setString(3, "channel:" + channel);
        statement.setLong(4, channel);
        long before = System.nanoTime();
        statement.execute();
        if (i % RECEIVERS != 0 && i > 5 * rate) {
          queued.put(id.toString(), before);
        }
      }
    }
    return queued;
  }

  private static void wait(Map<String, Long> received, Map<String, Long> queued) {
    long deadline = System.nanoTime() + 30 * NANOS;
    while (!received.keySet().containsAll(queued.keySet()) && System.nanoTime() < deadline) {
      LockSupport.parkNanos(NANOS / 10);
    }
  }

  private static void print(
      Map<String, Long> received, Map<String, Long> queued, int rate, int seconds) {
    List<Double> millis = new ArrayList<>();
    queued.forEach(
        (id, at) -> {
          Long there = received.get(id);
          if (there != null) {
            millis.add((there - at) / 1e6);
          }
        });
    millis.sort(null);
    System.out.printf(
        Locale.ROOT,
        "%d/s for %d s: %d of %d received; queued to received p50 %.1f ms, p99 %.1f ms, most %.1f"
            + " ms%n",
        rate,
        seconds,
        millis.size(),
        queued.size(),
        millis.get(millis.size() / 2),
        millis.get(millis.size() * 99 / 100),
        millis.get(millis.size() - 1));
  }
}
