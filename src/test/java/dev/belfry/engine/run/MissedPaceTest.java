package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MissedPaceTest {
  private static final long MILLI = 1_000_000;

  private final MissedPace pace = new MissedPace();

  /** Lets the pace learn from a database that takes so long for a statement and for a row. */
  private void learn(long statementNanos, long rowNanos) {
    for (int i = 0; i < 20; i++) {
      pace.onWritten(pace.rows(), statementNanos + pace.rows() * rowNanos);
    }
  }

  @Test
  void aStatementTakesAsLongAsItShould() {
    learn(MILLI, 7_000);
    assertThat(MILLI + pace.rows() * 7_000L).isBetween(14 * MILLI, 16 * MILLI);
  }

  @Test
  void aSlowDatabaseGetsFewRowsAndAFastOneMany() {
    learn(100 * MILLI, 7_000);
    assertThat(pace.rows()).isEqualTo(MissedPace.LEAST_ROWS);
    learn(0, 1_000);
    assertThat(pace.rows()).isEqualTo(MissedPace.MOST_ROWS);
  }

  @Test
  void fewRowsThatTookNoTimeSayNothingOfMany() {
    pace.onWritten(3, MILLI);
    assertThat(pace.rows()).isEqualTo(MissedPace.LEAST_ROWS);
  }

  @Test
  void underPressureMissedRunsGetAQuarterOfTheTime() {
    for (int i = 0; i < 30; i++) {
      pace.onStep(false);
    }
    assertThat(pace.pauseMillis(20 * MILLI, 0)).isZero();
    pace.onStep(true);
    assertThat(pace.pauseMillis(20 * MILLI, 0)).isEqualTo(60);
    pace.onStep(false);
    assertThat(pace.pauseMillis(20 * MILLI, 0)).isBetween(45L, 59L);
  }

  @Test
  void theFullerTheMemoryTheMoreOfTheTimeTheyGet() {
    assertThat(pace.pauseMillis(20 * MILLI, 0.5)).isEqualTo(60);
    assertThat(pace.pauseMillis(20 * MILLI, 0.75)).isEqualTo(20);
    assertThat(pace.pauseMillis(20 * MILLI, 1)).isZero();
  }

  @Test
  void noPauseIsLong() {
    assertThat(pace.pauseMillis(20_000 * MILLI, 0)).isEqualTo(1_000);
  }
}
