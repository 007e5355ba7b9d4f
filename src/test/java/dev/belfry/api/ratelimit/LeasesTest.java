package dev.belfry.api.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class LeasesTest {
  private static final long SECOND = 1_000_000_000L;

  private static Arbiter.Want want(String bucket, long windowMillis) {
    return new Arbiter.Want(bucket, windowMillis, windowMillis, Arbiter.Seen.NONE, 600, 1, 0, 0);
  }

  @Test
  void oneLongWindowKeepsNoShortOneInMemory(Vertx vertx) {
    LocalMap<String, Lease> shared = vertx.sharedData().getLocalMap("long and short");
    Leases leases = new Leases(shared);
    leases.receive(want("day", 86_400_000), 0, new Arbiter.Grant(1, 1, 86_400_000, 1), 0);
    for (int key = 0; key < 100; key++) {
      leases.receive(want("key" + key, 60_000), 0, new Arbiter.Grant(1, 1, 60_000, 2), 0);
    }

    leases.forgetEnded(62 * SECOND);

    assertThat(shared.keySet()).containsExactly("day");
    assertThat(leases.noted()).isEqualTo(1);
  }

  @Test
  void lateTokensOfAWindowThatIsOverAreWorthNothing(Vertx vertx) {
    LocalMap<String, Lease> shared = vertx.sharedData().getLocalMap("late");
    Leases leases = new Leases(shared);
    Arbiter.Want want = want("key", 60_000);
    Arbiter.Grant late = new Arbiter.Grant(5, 600, 60_000, 60_000);
    leases.receiveLate(want, 0, late, SECOND);
    assertThat(shared.get("key")).as("nothing is known").isNull();
    leases.receive(want, 0, new Arbiter.Grant(1, 1, 60_000, 60_000), 0);
    leases.receiveLate(want, 0, late, SECOND);
    assertThat(shared.get("key")).extracting(Lease::tokens).isEqualTo(6);

    leases.receive(want, 60 * SECOND, new Arbiter.Grant(1, 1, 60_000, 120_000), 60 * SECOND);
    leases.receiveLate(want, 0, late, 61 * SECOND);
    assertThat(shared.get("key")).as("another began").extracting(Lease::tokens).isEqualTo(1);
  }

  @Test
  void aKeyThatNeverRestsIsWaitedForOnce(Vertx vertx) {
    LocalMap<String, Lease> shared = vertx.sharedData().getLocalMap("leases");
    Leases leases = new Leases(shared);
    long now = 0;
    for (int window = 1; window <= 50; window++) {
      for (int i = 0; i < 10; i++) {
        Arbiter.Want want = want("key", 60_000);
        leases.receive(
            want, now, new Arbiter.Grant(1, i + 1, 60_000 - 6_000L * i, 60_000L * window), now);
        leases.take("key", 600, now);
        now += 6 * SECOND;
        leases.forgetEnded(now);
      }
      assertThat(leases.noted()).isLessThanOrEqualTo(1);
    }
    leases.forgetEnded(now + 61 * SECOND);
    assertThat(leases.noted()).isZero();
    assertThat(shared.isEmpty()).isTrue();
  }
}
