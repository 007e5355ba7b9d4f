package dev.belfry.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The queue's statements on a real database. */
class PgOutboxIT extends OutboxFixture {
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
  void alertsGoFirst() throws SQLException {
    add("subscription:", 20);
    alert(2);
    ClaimLimits limits = limits(3, 3, 3, 3, 1_024, Map.of(), Map.of());
    List<Delivery> claimed = sync(outbox.claim(limits));
    assertThat(claimed).hasSize(3);
    assertThat(claimed.stream().filter(Delivery::isToChannel)).hasSize(2);
  }

  /** There are more of the account than one claim looks at. */
  @Test
  void theOldestGoFirst() throws SQLException {
    alert(40);
    add("subscription:", 40);
    run(
        """
        UPDATE deliveries d SET due_ms = n.at, created_ms = n.at
        FROM (SELECT id, row_number() OVER (PARTITION BY kind ORDER BY id) AS at
          FROM deliveries) AS n
        WHERE n.id = d.id""");
    List<Delivery> claimed = sync(outbox.claim(limits(20, 10, 10, 10, 1_024, Map.of(), Map.of())));
    for (boolean toChannel : List.of(true, false)) {
      List<Long> ages =
          claimed.stream()
              .filter(one -> one.isToChannel() == toChannel)
              .map(Delivery::createdMs)
              .sorted()
              .toList();
      assertThat(ages)
          .hasSizeBetween(2, 10)
          .isEqualTo(LongStream.rangeClosed(1, ages.size()).boxed().toList());
    }
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
