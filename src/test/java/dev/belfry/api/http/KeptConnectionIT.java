package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.RawHttp;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The idle bound closes a connection only while no request of it is received or answered. */
class KeptConnectionIT {
  private static final Duration IDLE = Duration.ofSeconds(1);

  /** The idle bound is looked at every second, so twice that may pass before it is enforced. */
  private static final Duration ENFORCED = IDLE.plusSeconds(2);

  private static final List<String> PATHS =
      List.of("/v1/runtimes", "/v1/checks", "/openapi.json", "/docs/", "/console", "/nowhere");

  private static TestApp app;

  @BeforeAll
  static void start() {
    app =
        TestApp.start(
            Map.of(
                "BELFRY_HTTP_IDLE_TIMEOUT",
                IDLE.toSeconds() + "s",
                "BELFRY_DATABASE_TIMEOUT",
                ENFORCED.plusSeconds(1).toSeconds() + "s"));
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  /** All of them at once, since each takes as long as the bound. */
  @Test
  void aConnectionInUseIsKept() {
    Map<String, RawHttp> connections = new TreeMap<>();
    try {
      for (String path : PATHS) {
        connections.put(path, new RawHttp(app.port()));
      }
      Instant end = Instant.now().plus(ENFORCED);
      while (Instant.now().isBefore(end)) {
        connections.forEach(
            (path, raw) -> {
              raw.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
              assertThat(raw.readAnswer().status()).as(path).isIn(200, 401, 404);
            });
      }
    } finally {
      connections.values().forEach(RawHttp::close);
    }
  }

  @Test
  void anAnswerMayTakeLongerThanTheBound() throws SQLException {
    String key = app.newTenant().key();
    try (Connection database = app.database().jdbc();
        Statement locking = database.createStatement();
        RawHttp raw = new RawHttp(app.port())) {
      database.setAutoCommit(false);
      locking.execute("LOCK TABLE checks IN ACCESS EXCLUSIVE MODE");
      Instant sent = Instant.now();
      raw.send("GET /v1/checks HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + key + "\r\n\r\n");
      assertThat(raw.readAnswer().status()).isEqualTo(503);
      assertThat(Duration.between(sent, Instant.now())).isGreaterThan(ENFORCED);
    }
  }
}
