package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.account.people.SignInBackOff.Attempt;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SignInBackOffTest {
  private static final Attempt MINE = new Attempt("a@example.org", "192.0.2.1");
  private static final Attempt STRANGERS = new Attempt("a@example.org", "192.0.2.2");
  private static final Attempt NEIGHBOURS = new Attempt("b@example.org", "192.0.2.1");

  private Instant now = Instant.EPOCH;
  private final SignInBackOff backOff = new SignInBackOff(() -> now);

  private void attempts(int times) {
    for (int each = 0; each < times; each++) {
      now = now.plusSeconds(backOff.begin(MINE));
    }
  }

  @Test
  void fiveAttemptsAreFree() {
    for (int each = 0; each < SignInBackOff.FREE; each++) {
      assertThat(backOff.begin(MINE)).isZero();
    }
    assertThat(backOff.begin(MINE)).isEqualTo(1);
  }

  @Test
  void thenThePauseDoublesUpToAQuarterOfAnHour() {
    for (int each = 0; each < SignInBackOff.FREE; each++) {
      backOff.begin(MINE);
    }
    for (long pause : new long[] {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900}) {
      assertThat(backOff.begin(MINE)).isEqualTo(pause);
      now = now.plusSeconds(pause - 1);
      assertThat(backOff.begin(MINE)).isEqualTo(1);
      now = now.plusSeconds(1);
      assertThat(backOff.begin(MINE)).isZero();
    }
  }

  @Test
  void aRefusedAttemptDoesNotProlongThePause() {
    for (int each = 0; each < 100; each++) {
      backOff.begin(MINE);
    }
    assertThat(backOff.begin(MINE)).isEqualTo(1);
  }

  /** Time passes whenever it is read, so that a thread knows it late if it reads it too early. */
  @Test
  void attemptsAtOnceWaitNoLongerThanThePause() {
    AtomicLong millis = new AtomicLong();
    SignInBackOff ticking = new SignInBackOff(() -> Instant.ofEpochMilli(millis.incrementAndGet()));
    for (int round = 0; round < 5_000; round++) {
      Attempt attempt = new Attempt("p%d@example.org".formatted(round), "192.0.2.1");
      assertThat(
              IntStream.rangeClosed(0, SignInBackOff.FREE)
                  .parallel()
                  .mapToLong(each -> ticking.begin(attempt))
                  .max())
          .hasValue(1);
    }
  }

  @Test
  void strangersElsewhereKeepNobodyOut() {
    for (int each = 0; each < 100; each++) {
      now = now.plusSeconds(backOff.begin(STRANGERS));
    }
    assertThat(backOff.begin(MINE)).isZero();
    assertThat(backOff.begin(NEIGHBOURS)).isZero();
  }

  @Test
  void aRightPasswordAndAnHourAreForgiven() {
    attempts(SignInBackOff.FREE + 3);
    backOff.succeeded(MINE);
    assertThat(backOff.begin(MINE)).isZero();
    attempts(SignInBackOff.FREE + 3);
    now = now.plus(SignInBackOff.MEMORY).plusSeconds(1);
    assertThat(backOff.begin(MINE)).isZero();
    assertThat(backOff.begin(MINE)).isZero();
  }
}
