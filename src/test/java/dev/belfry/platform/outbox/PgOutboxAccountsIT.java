package dev.belfry.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** No account's messages hold up those of others. */
class PgOutboxAccountsIT extends OutboxFixture {
  private static ClaimLimits.Taken places(int subscribers) {
    return new ClaimLimits.Taken(0, subscribers);
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
}
