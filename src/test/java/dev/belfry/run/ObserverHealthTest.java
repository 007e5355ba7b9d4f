package dev.belfry.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.Reason;
import dev.belfry.check.Verdict;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ObserverHealthTest {
  private static final long TICK = 20;

  private final ObserverHealth health = new ObserverHealth(TICK);

  /** Ticks on time from one moment to the other, both included. */
  private void ticks(long from, long until) {
    for (long now = from; now <= until; now += TICK) {
      health.ticked(now);
    }
  }

  /** Ticks with all gaps of one length. */
  private void limps(long from, long until, long gap) {
    for (long now = from; now <= until; now += gap) {
      health.ticked(now);
    }
  }

  private Optional<Reason> fault(long start, long end, Reason reason) {
    Verdict verdict =
        switch (reason) {
          case NONE -> Verdict.PASSED;
          case SLOW -> Verdict.DEGRADED;
          default -> Verdict.FAILED;
        };
    return health.faultOf(new ObserverHealth.Attempt(start, end, verdict, reason, false));
  }

  /** An attempt from its beginning to its fault. */
  private Optional<Reason> attempt(String host, long start, long end, Reason reason) {
    health.began(host, start);
    health.ended(host, start, end, reason);
    return fault(start, end, reason);
  }

  @Test
  void nothingIsWrongInTheBeginning() {
    assertThat(fault(0, 30_000, Reason.CONNECT_TIMEOUT)).isEmpty();
    health.ticked(30_000);
    assertThat(fault(0, 30_000, Reason.CONNECT_TIMEOUT)).isEmpty();
  }

  @DisplayName("A pause from 1000 to 4000")
  @ParameterizedTest(name = "{0} to {1}, {2}: {3}")
  @CsvSource({
    "500, 1500, CONNECT_TIMEOUT, OBSERVER_PAUSED",
    "500, 4100, FIRST_BYTE_TIMEOUT, OBSERVER_PAUSED",
    "2000, 4010, SLOW, OBSERVER_PAUSED",
    "3990, 5000, TOO_SLOW, OBSERVER_PAUSED",
    "500, 4100, CONNECTION_RESET, OBSERVER_PAUSED",
    "500, 4100, NONE, ",
    "500, 4100, STATUS, ",
    "500, 4100, CONNECTION_REFUSED, ",
    "500, 4100, NAME_NOT_FOUND, ",
    "500, 4100, CERTIFICATE_EXPIRED, ",
    "100, 990, CONNECT_TIMEOUT, ",
    "4000, 5000, CONNECT_TIMEOUT, ",
    "4500, 5000, SLOW, ",
  })
  void whatOverlapsAPauseAndMayComeOfItIsOurFault(
      long start, long end, Reason reason, Reason fault) {
    ticks(0, 1_000);
    ticks(4_000, 6_000);
    assertThat(fault(start, end, reason)).isEqualTo(Optional.ofNullable(fault));
  }

  @Test
  void aPauseIsSeenBeforeItsLastTick() {
    ticks(0, 1_000);
    assertThat(fault(900, 4_000, Reason.CONNECT_TIMEOUT)).contains(Reason.OBSERVER_PAUSED);
    assertThat(fault(900, 1_100, Reason.CONNECT_TIMEOUT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"499, false", "500, true"})
  void aPauseTakesHalfASecond(long gap, boolean paused) {
    ticks(0, 1_000);
    ticks(1_000 + gap, 20_000);
    assertThat(fault(0, 10_000, Reason.CONNECT_TIMEOUT).isPresent()).isEqualTo(paused);
  }

  @DisplayName("Ticks of 20 ms that come later and later")
  @ParameterizedTest(name = "every {0} ms, attempt of {1} ms: {2}")
  @CsvSource({
    "50, 5000, ",
    "60, 5000, OBSERVER_STARVED",
    "100, 5000, OBSERVER_STARVED",
    "400, 5000, OBSERVER_STARVED",
    "100, 200, ",
  })
  void ticksThatAreLateAllTheTimeAreStarving(long gap, long length, Reason fault) {
    limps(0, 10_000, gap);
    assertThat(fault(1_000, 1_000 + length, Reason.TOO_SLOW)).isEqualTo(Optional.ofNullable(fault));
    assertThat(fault(1_000, 1_000 + length, Reason.NONE)).isEmpty();
    assertThat(fault(1_000, 1_000 + length, Reason.STATUS)).isEmpty();
  }

  @DisplayName("300 ms of one collection do not explain a time-out of 30 s, but a slow answer")
  @Test
  void aShortStallExplainsAShortAttemptAlone() {
    ticks(0, 1_000);
    ticks(1_300, 40_000);
    assertThat(fault(0, 30_000, Reason.CONNECT_TIMEOUT)).isEmpty();
    assertThat(fault(900, 1_500, Reason.SLOW)).contains(Reason.OBSERVER_STARVED);
    assertThat(fault(1_400, 2_000, Reason.SLOW)).isEmpty();
  }

  @Property(tries = 200)
  void ordinaryJitterIsNoFault(
      @ForAll @Size(min = 100, max = 400) List<@IntRange(min = 1, max = 50) Integer> gaps,
      @ForAll @IntRange(max = 2_000) int start,
      @ForAll @IntRange(min = 1, max = 30_000) int length) {
    ObserverHealth jittery = new ObserverHealth(TICK);
    long now = 0;
    for (int gap : gaps) {
      now += gap;
      jittery.ticked(now);
    }
    long end = Math.min(start + length, now);
    assertThat(
            jittery.faultOf(
                new ObserverHealth.Attempt(
                    Math.min(start, end), end, Verdict.FAILED, Reason.CONNECT_TIMEOUT, false)))
        .isEmpty();
  }

  @Test
  void aLongHistoryForgetsTheOldestAndKeepsTheNewest() {
    limps(0, 600_000, 100);
    assertThat(fault(599_000, 600_000, Reason.SLOW)).contains(Reason.OBSERVER_STARVED);
    assertThat(fault(500_000, 505_000, Reason.SLOW)).contains(Reason.OBSERVER_STARVED);
    assertThat(fault(1_000, 6_000, Reason.SLOW)).isEmpty();
  }

  @Test
  void aClockThatGoesBackIsNoPause() {
    ticks(100_000, 101_000);
    ticks(50_000, 52_000);
    assertThat(fault(51_000, 52_000, Reason.CONNECT_TIMEOUT)).isEmpty();
  }

  @Test
  void anUnreachableNetworkIsOurs() {
    assertThat(attempt("example.org", 0, 1, Reason.NETWORK_UNREACHABLE))
        .contains(Reason.OBSERVER_WITHOUT_NETWORK);
  }

  @DisplayName("The network is cut at 10000: whatever times out after that is ours, from the first")
  @Test
  void whenNothingAnswersAnywhereTheNetworkIsGone() {
    for (int i = 0; i < 10; i++) {
      assertThat(attempt("host.site" + i + ".org", i * 1_000L, i * 1_000L + 50, Reason.NONE))
          .isEmpty();
    }
    for (int i = 0; i < 8; i++) {
      health.began("host.site" + i + ".org", 10_000 + i * 500L);
    }
    for (int i = 0; i < 8; i++) {
      long start = 10_000 + i * 500L;
      health.ended("host.site" + i + ".org", start, start + 5_000, Reason.CONNECT_TIMEOUT);
      assertThat(fault(start, start + 5_000, Reason.CONNECT_TIMEOUT))
          .contains(Reason.OBSERVER_WITHOUT_NETWORK);
    }
    assertThat(attempt("late.org", 20_000, 20_050, Reason.NAME_LOOKUP_FAILED))
        .contains(Reason.OBSERVER_WITHOUT_NETWORK);
    assertThat(attempt("site3.org", 21_000, 21_040, Reason.NONE)).isEmpty();
    assertThat(attempt("site4.org", 20_500, 25_500, Reason.CONNECT_TIMEOUT)).isEmpty();
    assertThat(attempt("site5.org", 30_000, 35_000, Reason.CONNECT_TIMEOUT)).isEmpty();
  }

  @Test
  void requestsThatWereCutOffAreOursToo() {
    health.began("open.org", 900);
    for (int i = 0; i < 5; i++) {
      health.began("site" + i + ".org", 1_000 + i);
    }
    health.ended("open.org", 900, 6_000, Reason.FIRST_BYTE_TIMEOUT);
    assertThat(fault(900, 6_000, Reason.FIRST_BYTE_TIMEOUT))
        .contains(Reason.OBSERVER_WITHOUT_NETWORK);
  }

  @DisplayName("One big target with many monitors is down")
  @Test
  void manyHostsOfOnePlaceAreOnePlace() {
    for (int i = 0; i < 50; i++) {
      health.began("shop-" + i + ".example.com", i * 100L);
      health.began("10.1.2." + i, i * 100L);
    }
    for (int i = 0; i < 50; i++) {
      long start = i * 100L;
      health.ended("shop-" + i + ".example.com", start, start + 5_000, Reason.CONNECT_TIMEOUT);
      assertThat(fault(start, start + 5_000, Reason.CONNECT_TIMEOUT)).isEmpty();
    }
  }

  @Test
  void oneAnswerFromAnywhereShowsThatTheNetworkIsThere() {
    for (int i = 0; i < 20; i++) {
      health.began("site" + i + ".org", i * 10L);
    }
    health.began("well.org", 200);
    health.ended("well.org", 200, 3_000, Reason.NONE);
    for (int i = 0; i < 20; i++) {
      health.ended("site" + i + ".org", i * 10L, 5_000, Reason.CONNECT_TIMEOUT);
      assertThat(fault(i * 10L, 5_000, Reason.CONNECT_TIMEOUT)).isEmpty();
    }
  }

  @DisplayName("A refusal, a bad certificate or a wrong status came over the network")
  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {
        "NONE",
        "CONNECTION_REFUSED",
        "CERTIFICATE_EXPIRED",
        "TLS_FAILED",
        "MALFORMED_RESPONSE",
        "TOO_MANY_REDIRECTS",
        "STATUS",
        "ASSERTION"
      })
  void whateverCameOverTheNetworkBreaksTheSilence(Reason sign) {
    for (int i = 0; i < 6; i++) {
      health.began("site" + i + ".org", i);
    }
    assertThat(fault(0, 5_000, Reason.CONNECT_TIMEOUT)).isPresent();
    health.ended("site0.org", 0, 100, sign);
    assertThat(fault(0, 5_000, Reason.CONNECT_TIMEOUT)).isEmpty();
    assertThat(attempt("site0.org", 0, 5_000, sign)).isEmpty();
  }

  @Test
  void placesThatWereDownOneAfterTheOtherAreNotSilentTogether() {
    for (int i = 0; i < 5; i++) {
      attempt("site" + i + ".org", i * 20_000L, i * 20_000L + 5_000, Reason.CONNECT_TIMEOUT);
    }
    assertThat(fault(80_000, 85_000, Reason.CONNECT_TIMEOUT)).isEmpty();
  }

  @Test
  void whatWasJustAskedIsNotExpectedToHaveAnswered() {
    for (int i = 0; i < 10; i++) {
      health.began("site" + i + ".org", 4_100 + i);
    }
    assertThat(attempt("down.org", 0, 5_000, Reason.CONNECT_TIMEOUT)).isEmpty();
  }

  @Test
  void namesThatDoNotExistSayNothingAboutTheNetwork() {
    for (int i = 0; i < 10; i++) {
      attempt("missing" + i + ".org", i, 100, Reason.NAME_NOT_FOUND);
    }
    assertThat(attempt("down.org", 50, 5_050, Reason.CONNECT_TIMEOUT)).isEmpty();
  }

  @Test
  void aLongSilenceUnderManyRequestsGoesOnAndEnds() {
    for (long now = 0; now < 120_000; now++) {
      health.began("site" + now % 1_000 + ".org", now);
      if (now >= 10_000) {
        assertThat(fault(now - 5_000, now, Reason.CONNECT_TIMEOUT)).isPresent();
      }
    }
    health.ended("site1.org", 119_000, 120_000, Reason.NONE);
    assertThat(fault(115_001, 120_001, Reason.CONNECT_TIMEOUT)).isEmpty();
  }

  @Test
  void withoutADatabaseNoVerdictStands() {
    assertThat(health.faultOf(new ObserverHealth.Attempt(0, 10, Verdict.PASSED, Reason.NONE, true)))
        .contains(Reason.OBSERVER_WITHOUT_DATABASE);
  }

  @DisplayName("What goes down together is one place")
  @ParameterizedTest
  @CsvSource({
    "www.example.com, example.com",
    "Example.COM., example.com",
    "a.b.c.example.com, example.com",
    "localhost, localhost",
    "203.0.113.7, 203.0.113",
    "2001:db8:1:2::3, 2001:db8:1",
    "::1, ::1",
    "'', ''",
  })
  void placesAreNetworksAndDomains(String host, String place) {
    assertThat(Silence.placeOf(host)).isEqualTo(place);
  }
}
