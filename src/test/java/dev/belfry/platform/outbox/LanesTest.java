package dev.belfry.platform.outbox;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The places of lanes, audiences and accounts, step by step. */
class LanesTest {
  private static final UUID ACME = new UUID(0, 1);
  private static final UUID GLOBEX = new UUID(0, 2);

  private final Lanes lanes = new Lanes(new Dispatcher.Limits(8, 3, 6, 6));
  private final Map<String, Deque<Delivery>> under = new HashMap<>();
  private long next;

  private void enter(UUID account, Delivery.Kind kind, String lane) {
    Delivery delivery =
        new Delivery(new UUID(1, next++), account, kind, lane, 1, 1, 0, null, null, null, null);
    under.computeIfAbsent(lane, first -> new ArrayDeque<>()).add(delivery);
    lanes.enter(delivery);
  }

  /** Ends the oldest attempt of a lane; returns whether a message may have waited for its place. */
  private boolean leave(String lane) {
    return lanes.leave(requireNonNull(under.get(lane)).remove());
  }

  /**
   * What is free in total, for alerts, subscribers, then the places left in lanes, then those taken
   * by accounts.
   */
  private String now() {
    ClaimLimits limits = lanes.claimLimits();
    StringBuilder text = new StringBuilder();
    text.append(limits.limit()).append(' ');
    text.append(limits.channels()).append(' ').append(limits.subscribers());
    new java.util.TreeMap<>(limits.lanes())
        .forEach((lane, left) -> text.append(' ').append(lane).append('=').append(left));
    new java.util.TreeMap<>(limits.accounts())
        .forEach(
            (account, taken) ->
                text.append(account.equals(ACME) ? " acme:" : " globex:")
                    .append(taken.channels() + taken.subscribers()));
    return text.toString();
  }

  @Test
  void slowHooksOfOneHostHoldThePlacesOfOneLane() {
    assertThat(now()).isEqualTo("8 6 6");
    for (int i = 0; i < 3; i++) {
      enter(ACME, Delivery.Kind.UPDATE, "hook:slow");
    }
    assertThat(now()).isEqualTo("5 5 3 hook:slow=0 acme:3");
    lanes.suspect("hook:slow");
    assertThat(leave("hook:slow")).isTrue();
    assertThat(leave("hook:slow")).isTrue();
    assertThat(now()).isEqualTo("7 6 5 hook:slow=0 acme:1");
    assertThat(leave("hook:slow")).isTrue();
    assertThat(now()).isEqualTo("8 6 6 hook:slow=1");
    assertThat(lanes.trust("hook:slow")).isTrue();
    assertThat(now()).isEqualTo("8 6 6");
  }

  @Test
  void subscribersLeavePlacesForAlertsWhateverTheirNumber() {
    for (int i = 0; i < 6; i++) {
      enter(i < 4 ? ACME : GLOBEX, Delivery.Kind.UPDATE, "hook:" + i);
    }
    assertThat(now())
        .isEqualTo("2 2 0 hook:0=2 hook:1=2 hook:2=2 hook:3=2 hook:4=2 hook:5=2 acme:4 globex:2");
    enter(GLOBEX, Delivery.Kind.ALERT, "channel:1");
    assertThat(now()).startsWith("1 1 0 channel:1=2 ").endsWith(" acme:4 globex:3");
    enter(GLOBEX, Delivery.Kind.TEST, "channel:2");
    assertThat(lanes.isFull()).isTrue();
    assertThat(leave("hook:0")).isTrue();
    assertThat(now()).startsWith("1 1 1 ").endsWith(" acme:3 globex:4");
  }

  @Test
  void alertsLeavePlacesForSubscribers() {
    for (int i = 0; i < 6; i++) {
      enter(ACME, Delivery.Kind.ALERT, "channel:" + i);
    }
    assertThat(now()).startsWith("2 0 2 ");
    for (int i = 0; i < 4; i++) {
      assertThat(leave("channel:" + i)).as("beyond its share").isTrue();
    }
    assertThat(leave("channel:4")).isFalse();
  }

  @Test
  void theShareOfAnAccountShrinksAsPlacesFill() {
    assertThat(ClaimLimits.share(448, 896)).isEqualTo(448);
    assertThat(ClaimLimits.share(224, 896)).isEqualTo(112);
    assertThat(ClaimLimits.share(1, 896)).isOne();
    assertThat(freeBesides(1)).isEqualTo(448);
    assertThat(freeBesides(2)).isBetween(300, 400);
    assertThat(freeBesides(50)).isBetween(60, 100);
    assertThat(freeBesides(500)).isPositive();
  }

  /** Places that are free when so many accounts have messages for each and none is answered. */
  private static int freeBesides(int accounts) {
    int free = 896;
    int[] has = new int[accounts];
    for (int next = 0; has[next] < ClaimLimits.share(free, 896); next = (next + 1) % accounts) {
      has[next]++;
      free--;
    }
    return free;
  }

  /** The same when each account takes its share before the next has messages. */
  @Test
  void accountsOneAfterTheOtherLeavePlaces() {
    int free = 896;
    for (int account = 0; account < 35; account++) {
      for (int has = 0; has < ClaimLimits.share(free, 896); has++) {
        free--;
      }
      assertThat(free).as("after %d accounts", account + 1).isPositive();
    }
  }

  @Test
  void anAccountLeavesPlacesForOthersInEachAudience() {
    Lanes bounded = new Lanes(new Dispatcher.Limits(8, 3, 6, 2));
    Deque<Delivery> entered = new ArrayDeque<>();
    for (Delivery.Kind kind : List.of(Delivery.Kind.ALERT, Delivery.Kind.UPDATE)) {
      for (int i = 0; i < 2; i++) {
        Delivery delivery =
            new Delivery(
                new UUID(2, entered.size()),
                ACME,
                kind,
                kind + ":" + i,
                1,
                1,
                0,
                null,
                null,
                null,
                null);
        entered.add(delivery);
        bounded.enter(delivery);
      }
    }
    assertThat(bounded.claimLimits().perAccount()).isEqualTo(2);
    assertThat(bounded.claimLimits().accounts())
        .containsExactly(Map.entry(ACME, new ClaimLimits.Taken(2, 2)));
    assertThat(bounded.leave(entered.remove())).isTrue();
    assertThat(bounded.claimLimits().accounts())
        .containsExactly(Map.entry(ACME, new ClaimLimits.Taken(1, 2)));
    assertThat(bounded.leave(entered.remove())).isFalse();
    assertThat(bounded.leave(entered.remove())).isTrue();
    assertThat(bounded.leave(entered.remove())).isFalse();
    assertThat(bounded.claimLimits().accounts()).isEmpty();
  }

  @Test
  void noMoreThanAThousandLanesAreSuspected() {
    for (int i = 0; i < 1_500; i++) {
      lanes.suspect("hook:" + i);
    }
    assertThat(lanes.claimLimits().lanes()).hasSize(1_000).containsEntry("hook:1499", 1);
  }
}
