package dev.belfry.api.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several instances with two event loops each and one arbiter, on a virtual clock: answers take
 * time, instances die, the arbiter goes away. Seeded.
 */
class FleetTest {
  private static final Duration WINDOW = LimiterWorld.WINDOW;
  private static final long MILLI = LimiterWorld.MILLI;

  /** The most that was admitted in any window that begins with a request which was admitted. */
  private static int mostInAWindow(List<Long> admitted) {
    int most = 0;
    int first = 0;
    for (int last = 0; last < admitted.size(); last++) {
      while (admitted.get(last) - admitted.get(first) >= WINDOW.toNanos()) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }

  /**
   * The windows of a history as the rule makes them: each begins with the first request after it.
   */
  private static List<Integer> windows(List<Long> admitted) {
    List<Integer> sizes = new ArrayList<>();
    long begin = Long.MIN_VALUE / 2;
    for (long at : admitted) {
      // An answer is a moment older than the token.
      if (at - begin >= WINDOW.toNanos() - 5 * MILLI) {
        sizes.add(0);
        begin = at;
      }
      sizes.set(sizes.size() - 1, sizes.get(sizes.size() - 1) + 1);
    }
    return sizes;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void underTwiceTheLoadExactlyTheLimitIsAdmitted(long seed) {
    LimiterWorld world = new LimiterWorld(seed, 3);
    world.load(600, 20, Duration.ofSeconds(55));
    world.run(Duration.ofSeconds(55));
    assertThat(world.admitted).hasSize(600);
    world.run(Duration.ofSeconds(10));
    world.load(600, 20, Duration.ofSeconds(55));
    world.run(Duration.ofSeconds(56));
    assertThat(windows(world.admitted)).containsExactly(600, 600);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aBurstGetsExactlyTheLimit(long seed) {
    LimiterWorld world = new LimiterWorld(seed, 3);
    world.load(600, 40_000, Duration.ofMillis(100));
    world.run(Duration.ofSeconds(2));
    assertThat(world.admitted).hasSize(600);
    assertThat(mostInAWindow(world.admitted)).isEqualTo(600);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void noWindowEverHasMoreWhateverDies(long seed) {
    LimiterWorld world = new LimiterWorld(seed, 3);
    world.load(600, 200, Duration.ofMinutes(5));
    world.later(Duration.ofSeconds(20).toNanos(), () -> world.instances.get(0).dead = true);
    world.later(Duration.ofSeconds(90).toNanos(), () -> world.instances.get(1).dead = true);
    world.run(Duration.ofSeconds(301));
    List<Integer> windows = windows(world.admitted);
    assertThat(windows).hasSizeBetween(5, 6).allMatch(size -> size <= 600);
    // A killed instance takes a block with it, at most a twelfth.
    assertThat(windows.subList(0, 4)).allMatch(size -> size >= 600 - 50);
  }

  @Test
  void whoAsksOneAfterTheOtherIsToldExactlyWhatRemainsWhereverHeAsks() {
    LimiterWorld world = new LimiterWorld(11, 3);
    for (int i = 0; i < 600; i++) {
      world.instances.get(i % 3).request(600);
      world.run(Duration.ofMillis(3));
      assertThat(world.remaining.get(i)).as("request %d", i).isEqualTo(599 - i);
    }
    world.instances.get(0).request(600);
    world.run(Duration.ofMillis(3));
    assertThat(world.admitted).hasSize(600);
  }

  @ParameterizedTest
  @ValueSource(ints = {2_000, 10_000})
  void whoIsBusyAllTheTimeNeverWaitsOnceThatIsKnown(int perSecond) {
    LimiterWorld world = new LimiterWorld(15, 2);
    world.latency = 8 * MILLI;
    world.load(1_000_000_000, perSecond, Duration.ofSeconds(5));
    world.run(Duration.ofSeconds(2));
    world.waited = 0;
    world.run(Duration.ofSeconds(3));
    assertThat(world.waited).isZero();
    assertThat(world.admitted).hasSize(5 * perSecond);
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 9, 12})
  void whoWasBusyIsToldExactlyWhatRemainsSoonAfter(int perSecond) {
    LimiterWorld world = new LimiterWorld(16, 3);
    world.load(600, 2_000, Duration.ofMillis(100));
    world.run(Duration.ofMillis(200));
    int before = world.admitted.size();
    for (int i = 0; i < 10 * perSecond; i++) {
      world.instances.get(i % 3).request(600);
      world.run(Duration.ofMillis(1_000 / perSecond));
    }
    int last = world.admitted.size();
    assertThat(last).isEqualTo(before + 10 * perSecond);
    assertThat(world.remaining.get(last - 1)).isEqualTo(600 - last);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void anAccountGetsItsLimitAndMostlyWithoutAsking(long seed) {
    LimiterWorld world = new LimiterWorld(seed, 3);
    for (int i = 0; i < 3 * 400; i++) {
      LimiterWorld.Instance instance = world.instances.get(i % 3);
      world.later(40L * i * MILLI, () -> instance.requestAhead(12_000));
    }
    world.run(Duration.ofSeconds(50));
    assertThat(world.admitted).hasSize(1_200);
    assertThat(world.waited + world.asked).isLessThan(12);
    for (int i = 0; i < 20_000; i++) {
      LimiterWorld.Instance instance = world.instances.get(i % 3);
      world.later(i * MILLI / 4, () -> instance.requestAhead(12_000));
    }
    world.run(Duration.ofSeconds(6));
    assertThat(world.admitted).hasSize(12_000);
  }

  @Test
  void whatIsNotWantedAnyMoreGoesBack() {
    LimiterWorld world = new LimiterWorld(12, 2);
    for (int i = 0; i < 100; i++) {
      world.instances.get(0).request(600);
    }
    world.run(Duration.ofSeconds(2));
    int others = 0;
    while (others < 600) {
      world.instances.get(1).request(600);
      world.run(Duration.ofMillis(3));
      others++;
    }
    assertThat(world.admitted).hasSize(600);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void nothingIsRememberedOfKeysAfterTheirWindow(long seed) {
    LimiterWorld world = new LimiterWorld(seed, 3);
    world.load(600, 40, Duration.ofSeconds(150));
    for (int i = 0; i < 3_000; i++) {
      String key = "key-" + world.random.nextInt(500);
      LimiterWorld.Instance instance = world.instances.get(i % 3);
      world.later(50L * i * MILLI, () -> instance.request(key, 10));
    }
    world.run(Duration.ofSeconds(40));
    world.away = true;
    world.run(Duration.ofSeconds(30));
    world.away = false;
    world.run(Duration.ofSeconds(20));
    assertThat(world.instances).allMatch(instance -> instance.leases.size() > 100);
    world.run(Duration.ofSeconds(60 + 62));
    assertThat(world.instances).allMatch(instance -> instance.leases.isEmpty());
  }

  @Test
  void withoutTheArbiterEachProcessCountsForItselfAndSettlesLater() {
    LimiterWorld world = new LimiterWorld(13, 2);
    world.load(600, 50, Duration.ofSeconds(4));
    world.run(Duration.ofSeconds(5));
    assertThat(world.admitted).hasSize(200);
    world.away = true;
    world.load(600, 400, Duration.ofSeconds(10));
    world.run(Duration.ofSeconds(11));
    // Each of the two knew of at most 200 and went on to 600.
    assertThat(world.admitted.size()).isBetween(600, 200 + 2 * 400 + 100);
    assertThat(world.instances).allMatch(one -> one.counters.alone().sum() > 0);
    int before = world.admitted.size();
    world.away = false;
    world.load(600, 100, Duration.ofSeconds(10));
    world.run(Duration.ofSeconds(12));
    assertThat(world.admitted).hasSize(before);
    world.run(Duration.ofSeconds(40));
    world.admitted.clear();
    world.load(600, 20, Duration.ofSeconds(55));
    world.run(Duration.ofSeconds(56));
    assertThat(world.admitted).hasSize(600);
  }

  @ParameterizedTest
  @ValueSource(longs = {-3_600_000, -59_000, -20, 20, 59_000, 3_600_000})
  void aClockThatIsSetNeitherLocksAKeyOutNorLetsMoreThrough(long skew) {
    LimiterWorld world = new LimiterWorld(17, 1);
    world.load(600, 40, Duration.ofMinutes(4));
    world.later(Duration.ofSeconds(70).toNanos(), () -> world.skewMillis = skew);
    world.later(Duration.ofSeconds(140).toNanos(), () -> world.skewMillis = 0);
    world.run(Duration.ofMinutes(4));
    assertThat(windows(world.admitted)).containsExactly(600, 600, 600, 600);
  }

  /** Instances that have not seen the window, one of many, must believe the clock. */
  @ParameterizedTest
  @ValueSource(longs = {-3_600_000, -59_000, 59_000, 3_600_000})
  void ofManyInstancesAClockThatIsSetReleasesOneMoreWindowAtMost(long skew) {
    LimiterWorld world = new LimiterWorld(18, 3);
    world.load(600, 200, Duration.ofMinutes(5));
    world.later(Duration.ofSeconds(70).toNanos(), () -> world.skewMillis = skew);
    world.run(Duration.ofMinutes(5));
    assertThat(mostInAWindow(world.admitted)).isLessThanOrEqualTo(2 * 600);
    assertThat(world.admitted.size()).isBetween(5 * 600 - 50, 6 * 600);
    long jump = world.admitted.get(0) + Duration.ofSeconds(70).toNanos();
    assertThat(world.admitted)
        .as("no key is locked out for longer than a window")
        .anyMatch(at -> at > jump && at < jump + WINDOW.toNanos());
  }

  @Test
  void anArbiterThatThrowsKeepsNoRequestWaiting() {
    LimiterWorld world = new LimiterWorld(19, 1);
    world.broken = true;
    for (int i = 0; i < 3; i++) {
      world.instances.get(0).request(600);
      world.run(Duration.ofMillis(10));
    }
    assertThat(world.admitted).hasSize(3);
    world.broken = false;
    world.instances.get(0).request(600);
    world.run(Duration.ofMillis(10));
    assertThat(world.admitted).hasSize(4);
  }

  /** What is granted to a process that has gone on alone is no less granted to the key. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whatIsGrantedTooLateIsNotLost(long seed) {
    LimiterWorld world = new LimiterWorld(seed, 2);
    world.load(600, 2_000, Duration.ofMillis(100));
    world.run(Duration.ofMillis(200));
    world.latency = 600 * MILLI;
    world.load(600, 50, Duration.ofSeconds(4));
    world.run(Duration.ofSeconds(6));
    assertThat(world.instances).allMatch(one -> one.counters.alone().sum() > 0);
    world.latency = MILLI;
    world.load(600, 100, Duration.ofSeconds(6));
    world.run(Duration.ofSeconds(7));
    assertThat(world.admitted).hasSize(600);
  }

  @Test
  void answersThatTakeLongAreOnTheSafeSide() {
    LimiterWorld world = new LimiterWorld(14, 3);
    world.latency = 120 * MILLI;
    world.load(600, 100, Duration.ofSeconds(200));
    world.run(Duration.ofSeconds(201));
    assertThat(mostInAWindow(world.admitted)).isLessThanOrEqualTo(2 * 600);
    assertThat(world.admitted.size()).isBetween(1_700, 2_400);
  }
}
