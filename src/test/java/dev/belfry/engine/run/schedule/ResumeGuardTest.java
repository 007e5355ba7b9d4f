package dev.belfry.engine.run.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResumeGuardTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long BEGAN = -5 * SECOND;

  private final ResumeGuard resumeGuard = new ResumeGuard(BEGAN);

  private boolean tick(double seconds, double heard) {
    return resumeGuard.mayBegin(BEGAN + (long) (seconds * SECOND), BEGAN + (long) (heard * SECOND));
  }

  @Test
  void whoKeepsTickingGoesOnWhetherTheDirectoryIsHeardOrNot() {
    for (int second = 0; second < 100; second += 3) {
      assertThat(tick(second, 0)).isTrue();
    }
  }

  @Test
  void whoStoodStillWaitsForAnAnswerThatWasAskedForAfterwards() {
    assertThat(tick(1, 0.5)).isTrue();
    assertThat(tick(5, 0.5)).isFalse();
    assertThat(tick(5.1, 0.9)).as("asked for before").isFalse();
    assertThat(tick(5.2, 5.1)).isTrue();
    assertThat(tick(5.3, 5.1)).isTrue();
  }

  @Test
  void aDirectoryThatIsAwayIsWaitedForNotLonger() {
    assertThat(tick(5, 0)).isFalse();
    assertThat(tick(7.9, 0)).isFalse();
    assertThat(tick(8, 0)).isTrue();
    assertThat(tick(8.1, 0)).isTrue();
  }

  @Test
  void standingStillAgainIsWaitedForAgain() {
    assertThat(tick(5, 0)).isFalse();
    assertThat(tick(6, 5.5)).isTrue();
    assertThat(tick(10, 5.5)).isFalse();
    assertThat(tick(11, 10.5)).isTrue();
  }
}
