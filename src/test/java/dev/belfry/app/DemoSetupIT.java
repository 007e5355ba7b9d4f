package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.TestDatabase;
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
  private static final String WAITING =
      "SELECT count(*) FROM pg_locks WHERE relation = 'services'::regclass AND NOT granted";

  private static DemoSetup demo(TestApp app) {
    return new DemoSetup(
        app.app(), TestApp.config(app.database().address(), HURRIED), InstantSource.system());
  }

  @Test
  void isMadeOnceAndAnsweredEachTime() {
    try (TestApp app = TestApp.start(HURRIED)) {
      String first = demo(app).prepare();
      assertThat(first).contains("BELFRY_API_KEY=", "BELFRY_MONITOR_ID=", "/console", "/docs");
      String monitor = first.replaceAll("(?s).*(BELFRY_MONITOR_ID=\\S+).*", "$1");
      assertThat(demo(app).prepare()).contains(monitor);
      assertThat(app.database().count("SELECT count(*) FROM checks")).isEqualTo(1);
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
      assertThat(app.database().count("SELECT count(*) FROM services")).isEqualTo(1);
      assertThat(app.database().count("SELECT count(*) FROM checks")).isEqualTo(1);
    }
  }

  private static void lock(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLE services IN ACCESS EXCLUSIVE MODE");
    }
  }

  private static void eventually(TestDatabase database, long waiting) {
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (database.count(WAITING) != waiting) {
      assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
    }
  }
}
