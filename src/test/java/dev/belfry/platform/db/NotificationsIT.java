package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.embedded.EmbeddedServer;
import dev.belfry.testing.RealClock;
import dev.belfry.testing.ServerSignal;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said in the database is heard, whatever becomes of the server in between. */
@RealClock("A frozen server is told from a slow one by time-outs.")
class NotificationsIT {
  private static final Duration TIMEOUT = Duration.ofMillis(600);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Vertx vertx = Vertx.vertx();
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final AtomicInteger gaps = new AtomicInteger();
  @TempDir private Path directory = Path.of("");
  private EmbeddedServer postgres;
  private DatabaseAddress address;
  private Notifications notifications;

  @BeforeEach
  void startPostgres() {
    postgres = EmbeddedServer.start(directory, true);
    address = postgres.address();
    TestDatabase.at(address)
        .execute("CREATE TABLE notification_watermark AS SELECT 0::bigint AS sent");
    notifications =
        new Notifications(
            vertx,
            address,
            TIMEOUT,
            Map.of("bells", payload -> heard.add("bells " + payload), "towers", heard::add),
            gaps::incrementAndGet);
  }

  @AfterEach
  void stop() {
    notifications.close().await();
    vertx.close().await();
    postgres.close();
  }

  private static void eventually(String what, Callable<Boolean> condition) throws Exception {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!condition.call()) {
      assertThat(Instant.now()).as("it never happened: %s", what).isBefore(deadline);
    }
  }

  private void say(String channel, String payload) {
    TestDatabase.at(address).execute("SELECT pg_notify('%s', '%s')".formatted(channel, payload));
  }

  private long listeners() {
    return TestDatabase.at(address)
        .count(
            "SELECT count(*) FROM pg_stat_activity"
                + " WHERE application_name = 'belfry' AND pid <> pg_backend_pid()");
  }

  private void hears(String payload) throws Exception {
    say("towers", payload);
    eventually("it heard " + payload, () -> heard.contains(payload));
  }

  @Test
  void hearsWhatIsSaidOnItsChannels() throws Exception {
    notifications.start().await();
    assertThat(gaps).hasValue(1);

    say("elsewhere", "nothing");
    say("bells", "ding");
    say("towers", "");
    eventually("it heard both", () -> heard.size() == 2);
    assertThat(heard).containsExactly("bells ding", "");
  }

  @Test
  void listensAsSoonAsTheServerIsThere() throws Exception {
    postgres.close();
    notifications.start().await();
    assertThat(gaps).hasValue(0);

    postgres = EmbeddedServer.start(directory, true);
    assertThat(postgres.address()).isEqualTo(address);
    eventually("it listens", () -> gaps.get() == 1);
    hears("late");
  }

  @Test
  void listensAgainAfterTheServerWasKilled() throws Exception {
    notifications.start().await();
    ServerSignal.send(directory, "KILL");
    postgres.close();
    postgres = EmbeddedServer.start(directory, true);
    eventually("it listens again", () -> gaps.get() > 1);
    hears("again");
    assertThat(listeners()).isEqualTo(1);
  }

  @Test
  void doesNotWaitForAServerThatIsFrozen() throws Exception {
    ServerSignal.send(directory, "STOP");
    notifications.start().await();
    vertx.timer(4 * TIMEOUT.toMillis()).await();
    assertThat(gaps).hasValue(0);
    ServerSignal.send(directory, "CONT");

    eventually("it listens", () -> gaps.get() == 1);
    hears("thawed");
    eventually("what came too late is closed", () -> listeners() == 1);
  }

  @Test
  void listensAgainWhenTheServerWasFrozenForLong() throws Exception {
    notifications.start().await();
    ServerSignal.send(directory, "STOP");
    vertx.timer(6 * TIMEOUT.toMillis()).await();
    ServerSignal.send(directory, "CONT");

    eventually("it listens again", () -> gaps.get() > 1);
    hears("thawed");
    eventually("what came too late is closed", () -> listeners() == 1);
  }

  @Test
  void isSilentOnceClosed() throws Exception {
    notifications.start().await();
    notifications.close().await();
    eventually("nobody listens", () -> listeners() == 0);
    say("towers", "unheard");
    assertThat(heard).isEmpty();
  }

  @Test
  void noticesWhatWasSentAndDidNotArrive() throws Exception {
    notifications.start().await();
    eventually("it listens", () -> gaps.get() == 1);

    TestDatabase.at(address).execute("UPDATE notification_watermark SET sent = 7");
    eventually("it has noticed", () -> gaps.get() == 2);

    TestDatabase.at(address)
        .execute(
            "UPDATE notification_watermark SET sent = 8;"
                + " SELECT pg_notify('belfry_watermark', '8'), pg_notify('bells', 'ring')");
    eventually("it has heard", () -> heard.contains("bells ring"));
    TestDatabase.at(address).execute("UPDATE notification_watermark SET sent = 9");
    eventually("it has noticed again", () -> gaps.get() == 3);
  }
}
