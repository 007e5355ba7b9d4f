package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Polling;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A service is deleted while a page that shows it is replaced. */
class ServiceRaceIT {
  private static final String SERVICES = "/v1/status-pages/services";
  private static final String PAGES = "/v1/status-pages";
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());

  private String service() {
    return client.post(SERVICES, "{\"name\":\"Web\"}").hasStatus(201).id();
  }

  /** The deletion has the service when the replacement begins, and then takes it off the page. */
  @Test
  void aReplacementWaitsBeforeItHoldsWhatTheDeletionNeeds() throws SQLException {
    String gone = service();
    String url = "race-" + gone.substring(24);
    String body =
        """
        {"name":"p","url":"%s","cards":[{"name":"c","services":[{"id":"%s"}]}]}"""
            .formatted(url, gone);
    String page = PAGES + "/" + client.post(PAGES, body).hasStatus(201).id();
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SET LOCAL lock_timeout = '300ms'");
      statement.execute("SELECT FROM services WHERE id = '%s' FOR UPDATE".formatted(gone));
      CompletableFuture<Integer> replaced =
          CompletableFuture.supplyAsync(() -> client.put(page, body).status());
      awaitWaiting(connection);
      statement.execute("DELETE FROM services WHERE id = '%s'".formatted(gone));
      connection.commit();

      assertThat(replaced.join()).isEqualTo(404);
    }
  }

  /** Returns when one waits for longer than a statement for many requests does. */
  private static void awaitWaiting(Connection connection) throws SQLException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try (PreparedStatement waiting =
        connection.prepareStatement(
            """
            SELECT FROM pg_locks WHERE NOT granted
              AND waitstart <= clock_timestamp() - interval '70 ms'
              AND pg_backend_pid() = ANY (pg_blocking_pids(pid))""")) {
      while (System.nanoTime() < end) {
        try (ResultSet rows = waiting.executeQuery()) {
          if (rows.next()) {
            return;
          }
        }
        Polling.pause();
      }
    }
    throw new AssertionError("no replacement waits");
  }
}
