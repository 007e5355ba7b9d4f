package dev.belfry.run;

import dev.belfry.TestApp;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.postgresql.PGConnection;

/**
 * From a failed answer to a message that others can see: {@code AlertLatency BACKGROUND SECONDS}
 * lets ten monitors fail at every other run, beside so many that pass once a second, and prints how
 * long it took.
 */
public final class AlertLatency {
  private static final int FLAPPING = 10;
  private static final String NEW =
      """
      SELECT a.check_id::text, a.failed_ms - a.scheduled_ms, a.decided_ms - a.failed_ms
      FROM deliveries d JOIN alerts a ON a.id = d.alert_id
      WHERE a.type = 'ALERT_FAILURE' AND a.at > ? AND a.check_id = ?::uuid""";

  private AlertLatency() {}

  /** Looks at nothing before all monitors run. */
  public static void main(String[] arguments) throws Exception {
    int background = Integer.parseInt(arguments[0]);
    int seconds = Integer.parseInt(arguments[1]);
    Vertx vertx = Vertx.vertx();
    Map<String, Long> failedAt = new ConcurrentHashMap<>();
    Map<String, Integer> asked = new ConcurrentHashMap<>();
    HttpServer target =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  String path = request.path();
                  boolean fails = asked.merge(path, 1, Integer::sum) % 2 == 0;
                  request.response().setStatusCode(fails ? 500 : 200).end();
                  if (fails) {
                    failedAt.put(path, System.nanoTime());
                  }
                })
            .listen(0, "127.0.0.1")
            .await();
    try (TestApp app = TestApp.start(WatchStage.probingFrom("all"));
        WatchStage stage = new WatchStage(app)) {
      for (int i = 0; i < background; i++) {
        stage.quickMonitor("/background", "");
      }
      long channel =
          stage
              .client
              .post(
                  "/v1/alert-channels",
                  "{\"type\":\"EMAIL\",\"config\":{\"address\":\"ops@example.com\"}}")
              .json()
              .path("id")
              .asLong();
      Map<String, String> paths = new HashMap<>();
      for (int i = 0; i < FLAPPING; i++) {
        String path = "/flapping" + i;
        String check =
            stage
                .client
                .post(
                    "/v1/checks/url",
                    """
                    {"name":"F","frequency":0,"frequencyOffset":10,"alertChannelSubscriptions":
                    [{"alertChannelId":%d,"activated":true}],
                    "request":{"url":"http://127.0.0.1:%d%s"}}"""
                        .formatted(channel, target.actualPort(), path))
                .hasStatus(201)
                .id();
        stage.hurry(check);
        paths.put(check, path);
      }
      report(watch(app, paths, failedAt, stage.now() + 3_000, seconds));
      app.management()
          .get("/metrics")
          .text()
          .lines()
          .filter(line -> line.matches("belfry_(alerts|results_write_seconds|runs_scheduled).*"))
          .filter(line -> !line.contains("bucket"))
          .forEach(System.out::println);
    }
    vertx.close().await();
  }

  private static List<Double> watch(
      TestApp app, Map<String, String> paths, Map<String, Long> failedAt, long from, int seconds)
      throws Exception {
    List<Double> millis = new ArrayList<>();
    Map<String, Long> seen = new HashMap<>();
    try (Connection listener = app.database().jdbc();
        Statement listen = listener.createStatement();
        PreparedStatement read = listener.prepareStatement(NEW)) {
      listen.execute("LISTEN belfry_deliveries");
      PGConnection connection = listener.unwrap(PGConnection.class);
      long end = System.nanoTime() + seconds * 1_000_000_000L;
      while (System.nanoTime() < end) {
        if (connection.getNotifications(500).length == 0) {
          continue;
        }
        long heard = System.nanoTime();
        for (Map.Entry<String, String> one : paths.entrySet()) {
          Long failed = failedAt.get(one.getValue());
          if (failed == null || failed.equals(seen.get(one.getKey()))) {
            continue;
          }
          read.setLong(1, Math.max(from, 0));
          read.setString(2, one.getKey());
          long count = 0;
          try (ResultSet rows = read.executeQuery()) {
            while (rows.next()) {
              count++;
            }
          }
          Long before = seen.get("#" + one.getKey());
          if (count > (before == null ? 0 : before)) {
            seen.put("#" + one.getKey(), count);
            seen.put(one.getKey(), failed);
            millis.add((heard - failed) / 1e6);
          }
        }
      }
    }
    return millis;
  }

  private static void report(List<Double> millis) {
    List<Double> sorted = millis.stream().sorted().toList();
    int size = sorted.size();
    System.out.printf(
        "%d failures, answered to visible: median %.1f ms, p90 %.1f ms, p99 %.1f ms, most %.1f ms%n",
        size,
        sorted.get(size / 2),
        sorted.get(size * 9 / 10),
        sorted.get(size * 99 / 100),
        sorted.get(size - 1));
  }
}
