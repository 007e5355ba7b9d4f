package dev.belfry.api.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class LeasesTest {
  private static final Vertx VERTX = Vertx.vertx();
  private static final long SECOND = 1_000_000_000L;

  private final LocalMap<String, Lease> shared = VERTX.sharedData().getLocalMap("leases");
  private final Leases leases = new Leases(shared);

  @AfterAll
  static void close() {
    VERTX.close().await();
  }

  @Test
  void aKeyThatNeverRestsIsWaitedForOnce() {
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
