package dev.belfry.monitoring.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A channel is deleted while something is made that it would serve. */
class DeletedChannelIT {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String MONITOR =
      "{\"name\":\"x\",%s\"request\":{\"url\":\"http://127.0.0.1:1/\"}}";

  private final TestApp app = TestApp.shared();
  private final ApiClient client = app.as(app.newTenant());
  private final String kept = channel("kept@example.com");
  private final String channel = channel("gone@example.com");

  private String channel(String address) {
    return client
        .post(
            "/v1/alert-channels",
            "{\"type\":\"EMAIL\",\"config\":{\"address\":\"%s\"}}".formatted(address))
        .hasStatus(201)
        .id();
  }

  /** The deletion ends while the shared statement waits, or while the transaction after it does. */
  @ParameterizedTest
  @ValueSource(ints = {0, 70})
  void whatIsMadeMeanwhileGetsTheOtherChannels(int millis) throws SQLException {
    onlyKept(deleting(millis, () -> client.post("/v1/checks/url", MONITOR.formatted("")), channel));
    String second = channel("second@example.com");
    onlyKept(deleting(millis, () -> client.post("/v2/check-groups", "{\"name\":\"g\"}"), second));
    String third = channel("third@example.com");
    onlyKept(deleting(millis, () -> client.post("/v1/check-groups", "{\"name\":\"g\"}"), third));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 70})
  void aChannelThatIsNamedIsMissing(int millis) throws SQLException {
    String subscriptions =
        "\"alertChannelSubscriptions\":[{\"alertChannelId\":%s,\"activated\":true}],"
            .formatted(channel);
    deleting(millis, () -> client.post("/v1/checks/url", MONITOR.formatted(subscriptions)), channel)
        .isInvalid("/alertChannelSubscriptions");
  }

  private void onlyKept(ApiReply reply) {
    assertThat(
            reply
                .hasStatus(201)
                .at("/alertChannelSubscriptions")
                .findValuesAsText("alertChannelId"))
        .containsExactly(kept);
  }

  /** Sends a request that has to wait so long for a deletion, and lets the deletion happen. */
  private ApiReply deleting(int millis, Supplier<ApiReply> request, String id) throws SQLException {
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("DELETE FROM alert_channels WHERE id = " + id);
      CompletableFuture<ApiReply> reply = CompletableFuture.supplyAsync(request);
      awaitBlocked(connection, millis);
      connection.commit();
      return reply.join();
    }
  }

  private static void awaitBlocked(Connection connection, int millis) throws SQLException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try (PreparedStatement blocked =
        connection.prepareStatement(
            """
            SELECT FROM pg_locks WHERE NOT granted
              AND waitstart <= clock_timestamp() - %d * interval '1 ms'
              AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"""
                .formatted(millis))) {
      while (System.nanoTime() < end) {
        try (ResultSet rows = blocked.executeQuery()) {
          if (rows.next()) {
            return;
          }
        }
      }
    }
    throw new AssertionError("no request waits for the deletion");
  }
}
