package dev.belfry.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The queue's statements on a real database. */
class PgOutboxIT {
  private static final DeliveryResult DELIVERED =
      new DeliveryResult(Outcome.DELIVERED, 200, "OK\0", null);
  private static final DeliveryResult BUSY = new DeliveryResult(Outcome.RETRY, 503, "busy", null);
  private static final ClaimLimits ROOM = limits(10, 10, 10, 3, 1_024, Map.of(), Map.of());

  private final TestDatabase files = TestDatabase.createMigrated();
  private final Vertx vertx = Vertx.vertx();
  private final Database database =
      new Database(vertx, files.address(), TestApp.config(files.address(), Map.of()).database(), 4);
  private final PgOutbox outbox = new PgOutbox(database);
  private final UUID account = UUID.randomUUID();

  @BeforeEach
  void own() throws SQLException {
    run(
        "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, 'Acme', '{}',"
            + " now())",
        account);
  }

  @AfterEach
  void close() {
    sync(database.close());
    sync(vertx.close());
    files.close();
  }

  private void run(String sql, Object... values) throws SQLException {
    try (Connection connection = files.jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.execute();
    }
  }

  private void add(String lane, int count) throws SQLException {
    add(account, lane, count);
  }

  /** Messages to subscribers, for they have no channel. */
  private void add(UUID owner, String lane, int count) throws SQLException {
    run(
"""
INSERT INTO deliveries (id, account_id, kind, lane)
SELECT gen_random_uuid(), ?, 'UPDATE', ? || CASE WHEN right(?, 1) = ':' THEN n::text ELSE '' END
FROM generate_series(1, ?) n\
""",
        owner,
        lane,
        lane,
        count);
  }

  private void alert(int count) throws SQLException {
    alert(account, count);
  }

  /** Messages to channels, each of which has a lane of its own. */
  private void alert(UUID owner, int count) throws SQLException {
    run(
        """
        WITH made AS (
          INSERT INTO alert_channels (account_id, type, config, settings, created_at)
          SELECT ?, 'WEBHOOK', '{}', '{}', now() FROM generate_series(1, ?) RETURNING id)
        INSERT INTO deliveries (id, account_id, kind, lane, channel_id)
        SELECT gen_random_uuid(), ?, 'TEST', 'channel:' || id, id FROM made""",
        owner,
        count,
        owner);
  }

  /** Limits with so many places that an account's share matters only to the last two. */
  private static ClaimLimits limits(
      int total,
      int channels,
      int subscribers,
      int perLane,
      int perAccount,
      Map<String, Integer> lanes,
      Map<UUID, ClaimLimits.Taken> accounts) {
    return new ClaimLimits(total, channels, subscribers, perLane, perAccount, 1, lanes, accounts);
  }

  private UUID another() throws SQLException {
    UUID other = UUID.randomUUID();
    run(
        "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, 'B', '{}', now())",
        other);
    return other;
  }

  private <T> T sync(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }

  @Test
  void nobodyElseGetsWhatIsClaimed() throws SQLException {
    add("a", 3);
    List<Delivery> claimed = sync(outbox.claim(ROOM));
    assertThat(claimed).hasSize(3).allSatisfy(one -> assertThat(one.attempts()).isOne());
    assertThat(sync(outbox.claim(ROOM))).isEmpty();
  }

  @Test
  void claimsAtOnceShareWithoutOverlap() throws SQLException {
    for (int lane = 0; lane < 30; lane++) {
      add("lane " + lane, 1);
    }
    List<Future<List<Delivery>>> claims = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      claims.add(outbox.claim(ROOM));
    }
    List<UUID> ids = new ArrayList<>();
    claims.forEach(one -> sync(one).forEach(delivery -> ids.add(delivery.id())));
    assertThat(ids).doesNotHaveDuplicates();
  }

  @Test
  void takesNoMoreOfALaneThanItHasPlaces() throws SQLException {
    add("full", 5);
    add("one left", 5);
    add("idle", 5);
    ClaimLimits limits = limits(10, 10, 10, 3, 1_024, Map.of("full", 0, "one left", 1), Map.of());
    assertThat(sync(outbox.claim(limits)).stream().map(Delivery::lane))
        .containsExactlyInAnyOrder("one left", "idle", "idle", "idle");
  }

  @Test
  void alertsDoNotWaitForSubscribers() throws SQLException {
    add("subscription:", 3_000);
    alert(2);
    ClaimLimits limits = limits(8, 6, 6, 3, 1_024, Map.of(), Map.of());
    List<Delivery> claimed = sync(outbox.claim(limits));
    assertThat(claimed).hasSize(7);
    assertThat(claimed.stream().filter(Delivery::isToChannel)).hasSize(2);
  }

  @Test
  void subscribersDoNotWaitForAlerts() throws SQLException {
    alert(300);
    add("mail", 2);
    ClaimLimits limits = limits(8, 6, 6, 3, 1_024, Map.of(), Map.of());
    List<Delivery> claimed = sync(outbox.claim(limits));
    assertThat(claimed.stream().filter(one -> !one.isToChannel())).hasSize(2);
    assertThat(claimed).hasSize(7);
  }

  @Test
  void noAudienceTakesMoreThanItsPlaces() throws SQLException {
    add("subscription:", 20);
    assertThat(sync(outbox.claim(limits(10, 8, 2, 3, 1_024, Map.of(), Map.of())))).hasSize(2);
    assertThat(sync(outbox.claim(limits(10, 8, 0, 3, 1_024, Map.of(), Map.of())))).isEmpty();
  }

  @Test
  void accountsTakeTurnsInALane() throws SQLException {
    add("mail", 2_000);
    UUID other = another();
    add(other, "mail", 3);
    ClaimLimits limits = limits(1_024, 896, 896, 16, 1_024, Map.of(), Map.of());
    List<Delivery> claimed = sync(outbox.claim(limits));
    assertThat(claimed).hasSize(16);
    assertThat(claimed.stream().filter(one -> one.accountId().equals(other))).hasSize(3);
  }

  @Test
  void accountsTakeTurnsOverAllLanes() throws SQLException {
    add("subscription:", 60);
    UUID other = another();
    add(other, "hook:", 3);
    ClaimLimits limits = limits(8, 8, 8, 3, 1_024, Map.of(), Map.of());
    List<Delivery> claimed = sync(outbox.claim(limits));
    assertThat(claimed).hasSize(7);
    assertThat(claimed.stream().filter(one -> one.accountId().equals(other))).hasSize(3);
  }

  @Test
  void alertsGoFirst() throws SQLException {
    add("subscription:", 20);
    alert(2);
    ClaimLimits limits = limits(3, 3, 3, 3, 1_024, Map.of(), Map.of());
    List<Delivery> claimed = sync(outbox.claim(limits));
    assertThat(claimed).hasSize(3);
    assertThat(claimed.stream().filter(Delivery::isToChannel)).hasSize(2);
  }

  @Test
  void theAccountWithFewerPlacesIsNextHoweverOldTheOthersMessagesAre() throws SQLException {
    add("subscription:", 3_000);
    run("UPDATE deliveries SET due_ms = 0");
    UUID other = another();
    add(other, "hook:", 3);
    ClaimLimits limits = limits(1, 1, 1, 3, 1_024, Map.of(), Map.of(account, places(1)));
    assertThat(sync(outbox.claim(limits)))
        .singleElement()
        .satisfies(one -> assertThat(one.accountId()).isEqualTo(other));
    limits = limits(1, 1, 1, 3, 1_024, Map.of(), Map.of(account, places(1), other, places(2)));
    assertThat(sync(outbox.claim(limits)))
        .singleElement()
        .satisfies(one -> assertThat(one.accountId()).isEqualTo(account));
  }

  @Test
  void theAccountWithFewerPlacesIsNextInALaneToo() throws SQLException {
    add("mail", 2_000);
    UUID other = another();
    add(other, "mail", 1);
    ClaimLimits limits = limits(8, 8, 8, 16, 1_024, Map.of("mail", 1), Map.of(account, places(15)));
    assertThat(sync(outbox.claim(limits)))
        .singleElement()
        .satisfies(one -> assertThat(one.accountId()).isEqualTo(other));
  }

  @Test
  void alertsOfAnAccountHideNoneOfAnother() throws SQLException {
    alert(300);
    run("UPDATE deliveries SET due_ms = 0");
    UUID other = another();
    alert(other, 1);
    Map<UUID, ClaimLimits.Taken> taken = Map.of(account, new ClaimLimits.Taken(1, 0));
    assertThat(sync(outbox.claim(limits(1, 1, 1, 3, 1_024, Map.of(), taken))))
        .singleElement()
        .satisfies(one -> assertThat(one.accountId()).isEqualTo(other));
  }

  @Test
  void anAccountTakesItsShareOfTheFreePlaces() throws SQLException {
    alert(100);
    ClaimLimits empty = new ClaimLimits(100, 64, 64, 3, 1_024, 64, Map.of(), Map.of());
    assertThat(sync(outbox.claim(empty))).hasSize(32);
    Map<UUID, ClaimLimits.Taken> taken = Map.of(account, new ClaimLimits.Taken(32, 0));
    ClaimLimits half = new ClaimLimits(68, 32, 64, 3, 1_024, 64, Map.of(), taken);
    assertThat(sync(outbox.claim(half))).isEmpty();
    alert(another(), 100);
    assertThat(sync(outbox.claim(half))).hasSize(12);
  }

  private static ClaimLimits.Taken places(int subscribers) {
    return new ClaimLimits.Taken(0, subscribers);
  }

  @Test
  void anAccountTakesNoMoreThanItsPlacesInAnAudience() throws SQLException {
    add("subscription:", 60);
    alert(60);
    ClaimLimits first = limits(1_024, 896, 896, 16, 5, Map.of(), Map.of());
    List<Delivery> claimed = sync(outbox.claim(first));
    assertThat(claimed.stream().filter(Delivery::isToChannel)).hasSize(5);
    assertThat(claimed.stream().filter(one -> !one.isToChannel())).hasSize(5);
    Map<UUID, ClaimLimits.Taken> taken = Map.of(account, new ClaimLimits.Taken(3, 5));
    ClaimLimits next = limits(1_024, 896, 896, 16, 5, Map.of(), taken);
    assertThat(sync(outbox.claim(next))).hasSize(2).allMatch(Delivery::isToChannel);
  }

  @Test
  void messagesOfAnAccountWithoutPlacesHideNoOthers() throws SQLException {
    add("subscription:", 3_000);
    alert(300);
    run("UPDATE deliveries SET due_ms = 0");
    UUID other = another();
    add(other, "hook:", 3);
    Map<UUID, ClaimLimits.Taken> taken = Map.of(account, new ClaimLimits.Taken(5, 5));
    ClaimLimits limits = limits(10, 8, 8, 3, 5, Map.of(), taken);
    assertThat(sync(outbox.claim(limits)))
        .hasSize(3)
        .allMatch(one -> one.accountId().equals(other));
  }

  @Test
  void onlyTheNewestClaimClosesAndOnlyOnce() throws SQLException {
    add("a", 1);
    Delivery old = sync(outbox.claim(ROOM)).get(0);
    run("UPDATE deliveries SET claimed_until_ms = 0");
    Delivery newest = sync(outbox.claim(ROOM)).get(0);
    assertThat(newest.id()).isEqualTo(old.id());
    assertThat(sync(outbox.close(old, DELIVERED))).isEqualTo(AttemptOutcome.LOST);
    assertThat(sync(outbox.close(newest, DELIVERED)).state())
        .isEqualTo(AttemptOutcome.State.DELIVERED);
    assertThat(sync(outbox.close(newest, DELIVERED))).isEqualTo(AttemptOutcome.LOST);
    assertThat(sync(outbox.claim(ROOM))).isEmpty();
  }

  @Test
  void waitsBeforeItIsTriedAgainAndIsDeadWhenItsDayIsOver() throws SQLException {
    add("a", 1);
    Delivery first = sync(outbox.claim(ROOM)).get(0);
    assertThat(sync(outbox.retry(first, BUSY, 60_000)).state())
        .isEqualTo(AttemptOutcome.State.PENDING);
    assertThat(sync(outbox.claim(ROOM))).isEmpty();
    run("UPDATE deliveries SET due_ms = 0, expires_ms = epoch_millis() + 1000");
    Delivery second = sync(outbox.claim(ROOM)).get(0);
    assertThat(second.attempts()).isEqualTo(2);
    assertThat(sync(outbox.retry(second, BUSY, 60_000)).state())
        .isEqualTo(AttemptOutcome.State.DEAD);
  }

  @Test
  void whatIsGivenBackIsOthersAtOnce() throws SQLException {
    add("a", 2);
    List<Delivery> claimed = sync(outbox.claim(ROOM));
    sync(outbox.release(claimed));
    assertThat(sync(outbox.claim(ROOM))).hasSize(2);
  }
}
