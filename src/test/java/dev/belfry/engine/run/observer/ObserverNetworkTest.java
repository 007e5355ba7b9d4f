package dev.belfry.engine.run.observer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whether the network is told from a target by what {@link ObserverHealth} hears. */
class ObserverNetworkTest {
  private final ObserverHealth health = new ObserverHealth(20);

  private Optional<Reason> fault(long start, long end, Reason reason) {
    Verdict verdict = reason == Reason.NONE ? Verdict.PASSED : Verdict.FAILED;
    return health.faultOf(new ObserverHealth.Attempt(start, end, verdict, reason, false));
  }

  /** An attempt from its beginning to its fault. */
  private Optional<Reason> attempt(String host, long start, long end, Reason reason) {
    health.onAttemptBegun(host, start);
    health.onAttemptEnded(host, start, end, reason);
    return fault(start, end, reason);
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
      health.onAttemptBegun("host.site" + i + ".org", 10_000 + i * 500L);
    }
    for (int i = 0; i < 8; i++) {
      long start = 10_000 + i * 500L;
      health.onAttemptEnded("host.site" + i + ".org", start, start + 5_000, Reason.CONNECT_TIMEOUT);
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
    health.onAttemptBegun("open.org", 900);
    for (int i = 0; i < 5; i++) {
      health.onAttemptBegun("site" + i + ".org", 1_000 + i);
    }
    health.onAttemptEnded("open.org", 900, 6_000, Reason.FIRST_BYTE_TIMEOUT);
    assertThat(fault(900, 6_000, Reason.FIRST_BYTE_TIMEOUT))
        .contains(Reason.OBSERVER_WITHOUT_NETWORK);
  }

  @DisplayName("One big target with many monitors is down")
  @Test
  void manyHostsOfOnePlaceAreOnePlace() {
    for (int i = 0; i < 50; i++) {
      health.onAttemptBegun("shop-" + i + ".example.com", i * 100L);
      health.onAttemptBegun("10.1.2." + i, i * 100L);
    }
    for (int i = 0; i < 50; i++) {
      long start = i * 100L;
      health.onAttemptEnded(
          "shop-" + i + ".example.com", start, start + 5_000, Reason.CONNECT_TIMEOUT);
      assertThat(fault(start, start + 5_000, Reason.CONNECT_TIMEOUT)).isEmpty();
    }
  }

  @Test
  void oneAnswerFromAnywhereShowsThatTheNetworkIsThere() {
    for (int i = 0; i < 20; i++) {
      health.onAttemptBegun("site" + i + ".org", i * 10L);
    }
    health.onAttemptBegun("well.org", 200);
    health.onAttemptEnded("well.org", 200, 3_000, Reason.NONE);
    for (int i = 0; i < 20; i++) {
      health.onAttemptEnded("site" + i + ".org", i * 10L, 5_000, Reason.CONNECT_TIMEOUT);
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
      health.onAttemptBegun("site" + i + ".org", i);
    }
    assertThat(fault(0, 5_000, Reason.CONNECT_TIMEOUT)).isPresent();
    health.onAttemptEnded("site0.org", 0, 100, sign);
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
      health.onAttemptBegun("site" + i + ".org", 4_100 + i);
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
      health.onAttemptBegun("site" + now % 1_000 + ".org", now);
      if (now >= 10_000) {
        assertThat(fault(now - 5_000, now, Reason.CONNECT_TIMEOUT)).isPresent();
      }
    }
    health.onAttemptEnded("site1.org", 119_000, 120_000, Reason.NONE);
    assertThat(fault(115_001, 120_001, Reason.CONNECT_TIMEOUT)).isEmpty();
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
    assertThat(NetworkOutageDetector.placeOf(host)).isEqualTo(place);
  }
}
