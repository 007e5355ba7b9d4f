package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.Polling;
import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a newcomer is given at the first start. */
class DemoSetupIT {
  private static final Map<String, String> HURRIED = Map.of("BELFRY_DATABASE_TIMEOUT", "500ms");

  /** Requests alone: background tasks read services too, and are patient. */
  private static final String WAITING =
      """
      SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.relation = 'services'::regclass AND NOT l.granted
        AND strpos(a.query, 'INSERT INTO services') > 0""";

  private static DemoSetup demo(TestApp app) {
    return new DemoSetup(
        app.app(), TestApp.config(app.database().address(), HURRIED), InstantSource.system());
  }

  @Test
  void isMadeOnceAndItsKeyIsPrintedOnce() {
    try (TestApp app = TestApp.start(HURRIED)) {
      String first = demo(app).prepare();
      assertThat(first).contains("BELFRY_API_KEY=", "BELFRY_MONITOR_ID=", "/console/enter#");
      assertThat(demo(app).prepare())
          .contains("/console/enter#", "keys create --account")
          .doesNotContain("BELFRY_API_KEY");
      assertThat(app.database().count("SELECT count(*) FROM checks")).isEqualTo(3);
      assertThat(app.database().count("SELECT count(*) FROM status_pages")).isEqualTo(1);
      assertThat(app.database().count("SELECT count(*) FROM accounts")).isEqualTo(1);
    }
  }

  @Test
  void itsMonitorsFollowItsTargetsToAnotherPort() throws IOException {
    try (TestApp app = TestApp.start(HURRIED);
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      demo(app).prepare();
      app.database()
          .execute(
              "UPDATE checks SET settings = jsonb_set(settings, '{request,url}', to_jsonb("
                  + "regexp_replace(settings -> 'request' ->> 'url', ':[0-9]+/', ':%d/')))"
                      .formatted(taken.getLocalPort()));
      String there =
          "SELECT count(*) FROM checks WHERE settings -> 'request' ->> 'url' LIKE '%%:%d/demo/%%'"
              .formatted(taken.getLocalPort());
      assertThat(app.database().count(there)).isEqualTo(3);
      demo(app).prepare();
      assertThat(app.database().count(there)).isZero();
    }
  }

  @Test
  void whatWasInterruptedIsContinued() {
    try (TestApp app = TestApp.start(HURRIED)) {
      demo(app).prepare();
      app.database().execute("UPDATE api_keys SET name = 'demo, being created'");
      app.database().execute("DELETE FROM checks");
      assertThat(demo(app).prepare()).contains("BELFRY_API_KEY=");
      assertThat(app.database().count("SELECT count(*) FROM checks")).isEqualTo(3);
      assertThat(app.database().count("SELECT count(*) FROM services")).isEqualTo(3);
      assertThat(app.database().count("SELECT count(*) FROM status_pages")).isEqualTo(1);
    }
  }

  @Test
  void aStartWithoutItCreatesNothing() {
    try (TestApp app = TestApp.start(HURRIED)) {
      assertThat(demo(app).ready()).contains("accounts create", "keys create", "/docs");
      assertThat(app.database().count("SELECT count(*) FROM accounts")).isZero();
    }
  }

  @Test
  void isMadeOnceAlsoOnASlowMachine() throws Exception {
    try (TestApp app = TestApp.start(HURRIED)) {
      CompletableFuture<String> lines;
      try (Connection other = app.database().jdbc()) {
        lock(other);
        lines = CompletableFuture.supplyAsync(() -> demo(app).prepare());
        eventually(app.database(), 1);
        eventually(app.database(), 0); // It was given up: the answer is 503.
        other.rollback();
      }
      assertThat(lines.get(30, TimeUnit.SECONDS)).contains("BELFRY_MONITOR_ID=");
      assertThat(app.database().count("SELECT count(*) FROM services")).isEqualTo(3);
      assertThat(app.database().count("SELECT count(*) FROM checks")).isEqualTo(3);
    }
  }

  private static void lock(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLE services IN ACCESS EXCLUSIVE MODE");
    }
  }

  private static void eventually(TestDatabase database, long waiting) {
    Polling.until("so many wait: " + waiting, () -> database.count(WAITING) == waiting);
  }
}
