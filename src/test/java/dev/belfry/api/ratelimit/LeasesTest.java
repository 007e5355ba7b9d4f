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

  @Test
  void aKeyThatNeverRestsIsWaitedForOnce(Vertx vertx) {
    LocalMap<String, Lease> shared = vertx.sharedData().getLocalMap("leases");
    Leases leases = new Leases(shared);
    long now = 0;
    for (int window = 1; window <= 50; window++) {
      for (int i = 0; i < 10; i++) {
        Arbiter.Want want = new Arbiter.Want("key", 60_000, 600, 1, 0, 0);
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
