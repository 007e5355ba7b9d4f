package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.account.people.FactorState.Judged;
import dev.belfry.account.people.FactorState.Verdict;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What codes make of a second factor, one after the other. */
class FactorStateTest {
  private static final TotpSecret SECRET = new TotpSecret("00".repeat(20));

  private Instant now = Instant.ofEpochSecond(1_800_000_000);
  private FactorState state = new FactorState(SECRET, 0, 0, now);

  private Verdict give(String code) {
    Judged judged = state.judge(code, now);
    state = judged.after();
    return judged.verdict();
  }

  private String code(int steps) {
    return SECRET.code(now.plus(TotpSecret.STEP.multipliedBy(steps)));
  }

  /** Six digits that no step near now has. */
  private String wrong() {
    int guess = 0;
    while (SECRET.step("%06d".formatted(guess), now).isPresent()) {
      guess++;
    }
    return "%06d".formatted(guess);
  }

  private void guess(int times) {
    for (int each = 0; each < times; each++) {
      assertThat(give(wrong())).isEqualTo(Verdict.WRONG);
    }
  }

  @Test
  void aCodeWorksOnce() {
    assertThat(give(code(0))).isEqualTo(Verdict.RIGHT);
    assertThat(give(code(0))).isEqualTo(Verdict.WRONG);
    assertThat(give(code(-1))).isEqualTo(Verdict.WRONG); // Older than one that was used.
    assertThat(give(code(1))).isEqualTo(Verdict.RIGHT);
    assertThat(give(code(1))).isEqualTo(Verdict.WRONG);
    now = now.plus(TotpSecret.STEP);
    assertThat(give(code(0))).isEqualTo(Verdict.WRONG); // The same one, a step later.
    assertThat(give(code(1))).isEqualTo(Verdict.RIGHT);
  }

  @Test
  void guessesWaitAfterTenWrongCodes() {
    guess(FactorState.FREE);
    assertThat(give(code(0))).isEqualTo(Verdict.WAIT);
    assertThat(state.seconds(now)).isEqualTo(900);
    now = now.plus(FactorState.PAUSE).minusSeconds(1);
    assertThat(give(code(0))).isEqualTo(Verdict.WAIT);
    assertThat(state.seconds(now)).isEqualTo(1);
    now = now.plusSeconds(1);
    guess(1); // One, and then the next pause begins.
    assertThat(give(code(0))).isEqualTo(Verdict.WAIT);
    now = now.plus(FactorState.PAUSE);
    assertThat(give(code(0))).isEqualTo(Verdict.RIGHT);
    assertThat(give(wrong())).isEqualTo(Verdict.WRONG);
    assertThat(give(code(1))).isEqualTo(Verdict.RIGHT);
  }

  @Test
  void aRightCodeForgetsWrongOnesAndTimeDoesNot() {
    guess(FactorState.FREE - 1);
    assertThat(give(code(0))).isEqualTo(Verdict.RIGHT);
    guess(FactorState.FREE - 1);
    now = now.plus(Duration.ofDays(365));
    guess(1);
    assertThat(give(code(0))).isEqualTo(Verdict.WAIT);
    assertThat(state.isSpent()).isTrue();
  }

  @Test
  void recoveryCodesAreReadAsPeopleTypeThem() {
    List<RecoveryCode> codes = RecoveryCode.make(new SecureRandom());
    assertThat(new HashSet<>(codes)).hasSize(RecoveryCode.COUNT);
    assertThat(codes)
        .allSatisfy(
            code -> {
              assertThat(code.shown()).matches("([a-z2-7]{4}-){3}[a-z2-7]{4}");
              assertThat(RecoveryCode.plain(" " + code.shown().toUpperCase(Locale.ROOT) + "\t"))
                  .isEqualTo(code.text());
              assertThat(code.toString()).doesNotContain(code.text());
              assertThat(code.hexHash()).hasSize(64).doesNotContain(code.text());
            });
    assertThat(RecoveryCode.isOfApp(RecoveryCode.plain("123 456"))).isTrue();
    assertThat(RecoveryCode.isOfApp(RecoveryCode.plain("abcd-efgh"))).isFalse();
  }
}
