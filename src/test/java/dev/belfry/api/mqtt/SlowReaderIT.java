package dev.belfry.api.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.RealClock;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A client that subscribes to much and reads nothing of it. */
@RealClock("The service cuts such a client by its timers.")
class SlowReaderIT {
  private static final int RUNS = 600;
  private static final int BYTES_OF_RUN = 60_000;

  /** What clients make of a connection that ends without a farewell. */
  private static final int ABNORMAL = 1006;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A session whose runs each ended with a long message. */
  private static UUID session(TestApp app, UUID account) throws SQLException {
    UUID suite = UUID.randomUUID();
    UUID session = UUID.randomUUID();
    try (Connection connection = app.database().jdbc();
        PreparedStatement sessions =
            connection.prepareStatement(
                """
                INSERT INTO test_sessions VALUES (?, ?, ?, 'API', true, 'Much', 'eu-west-1',
                  'eu-west-1', '{}', ?, epoch_millis())""");
        PreparedStatement runs =
            connection.prepareStatement(
                """
                INSERT INTO test_runs (id, session_id, account_id, position, logical_id, name,
                  check_type, place, state, outcome, until_ms, changed_ms, version, message)
                SELECT gen_random_uuid(), ?, ?, n, n, n, 'URL', 'eu-west-1', 2, 4, 0,
                  epoch_millis(), 1, repeat('x', ?)
                FROM generate_series(1, ?) AS n""")) {
      sessions.setObject(1, session);
      sessions.setObject(2, account);
      sessions.setObject(3, suite);
      sessions.setInt(4, RUNS);
      sessions.execute();
      runs.setObject(1, session);
      runs.setObject(2, account);
      runs.setInt(3, BYTES_OF_RUN);
      runs.setInt(4, RUNS);
      runs.execute();
    }
    return suite;
  }

  private static MqttClient connected(TestApp app, Tenant tenant) {
    MqttClient client = new MqttClient(app.port());
    assertThat(client.connect(tenant.account().toString(), tenant.key())).isZero();
    return client;
  }

  @Test
  void isCutWithoutMuchMemoryWhileItsNeighbourReadsOn() throws Exception {
    try (TestApp app = TestApp.start(Map.of("BELFRY_HTTP_EVENT_LOOPS", "1"))) {
      Tenant acme = app.newTenant();
      String filter =
          "account/" + acme.account() + "/ad-hoc-check-results/" + session(app, acme.account());
      List<MqttClient> clients = new ArrayList<>();
      try {
        MqttClient silent = connected(app, acme);
        clients.add(silent);
        assertThat(silent.subscribe(filter + "/+/+/+")).isTrue();
        silent.stopReading();

        MqttClient neighbour = connected(app, acme);
        clients.add(neighbour);
        assertThat(neighbour.subscribe(filter + "/+/+/+")).isTrue();
        for (int i = 0; i < RUNS; i++) {
          assertThat(neighbour.message()).startsWith("error ").hasSizeGreaterThan(BYTES_OF_RUN);
        }

        while (clients.size() < MqttEndpoint.LIMITS.ofAccount()) {
          clients.add(connected(app, acme));
        }
        awaitPlace(app, acme);
        silent.readOn();
        assertThat(silent.closed()).as("cut, without a farewell to read").isIn(-1, ABNORMAL);
        assertThat(silent.bytes())
            .as("what the buffers held, of %d bytes", (long) RUNS * BYTES_OF_RUN)
            .isBetween(1L, (long) RUNS * BYTES_OF_RUN / 2);
      } finally {
        clients.forEach(MqttClient::close);
      }
    }
  }

  /** Waits until the account has a place again: that of the client which was cut. */
  private static void awaitPlace(TestApp app, Tenant tenant) {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (true) {
      try (MqttClient one = new MqttClient(app.port())) {
        if (one.connect(tenant.account().toString(), tenant.key()) == 0) {
          return;
        }
        one.closed();
      }
      assertThat(Instant.now()).as("the silent client was never cut").isBefore(deadline);
    }
  }
}
