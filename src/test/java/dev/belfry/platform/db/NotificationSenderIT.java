package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NotificationSenderIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestDatabase database = TestDatabase.createMigrated();
  private final Vertx vertx = Vertx.vertx();
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final Notifications listener =
      new Notifications(vertx, database.address(), TIMEOUT, Map.of("bells", heard::add), () -> {});
  private final NotificationSender sender =
      new NotificationSender(vertx, database.address(), TIMEOUT);

  @AfterEach
  void close() {
    sender.close().await();
    listener.close().await();
    vertx.close().await();
    database.close();
  }

  private void leave(String payloads) {
    database.execute(
        "SET belfry.notifies_later = 'on'; SELECT notify_later('bells', '" + payloads + "')");
  }

  private static void eventually(BooleanSupplier condition) {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(deadline);
    }
  }

  @Test
  void sendsWhatADeadInstanceLeft() {
    listener.start().await();
    leave("{one,two}");
    assertThat(database.count("SELECT count(*) FROM pending_notifications")).isEqualTo(1);

    sender.start();
    eventually(() -> heard.size() == 2);

    assertThat(heard).containsExactlyInAnyOrder("one", "two");
    assertThat(database.count("SELECT count(*) FROM pending_notifications")).isZero();
    assertThat(database.count("SELECT sent FROM notification_watermark")).isEqualTo(2);
  }

  @Test
  void isWokenAsOftenAsSomethingIsLeft() {
    listener.start().await();
    sender.start();
    for (int n = 1; n <= 50; n++) {
      leave("{n" + n + "}");
      sender.wake();
    }

    eventually(() -> heard.size() == 50);
    assertThat(database.count("SELECT sent FROM notification_watermark")).isEqualTo(50);
  }

  @Test
  void sendsMoreThanOnePortion() {
    listener.start().await();
    database.execute(
        "INSERT INTO pending_notifications (channel, payloads)"
            + " SELECT 'bells', ARRAY['p' || n] FROM generate_series(1, 1700) n");

    sender.start();
    eventually(() -> heard.size() == 1700);
  }

  @Test
  void aSessionWithoutASenderNotifiesItself() {
    listener.start().await();

    database.execute("SELECT notify_later('bells', '{ring}')");

    eventually(() -> heard.size() == 1);
    assertThat(database.count("SELECT count(*) FROM pending_notifications")).isZero();
  }
}
