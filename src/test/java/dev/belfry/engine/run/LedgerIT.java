package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LedgerIT {
  private final LedgerTables ledger;
  private final long noon;

  LedgerIT() throws SQLException {
    ledger = new LedgerTables();
    noon = ledger.noon();
  }

  @AfterEach
  void close() throws SQLException {
    ledger.close();
  }

  @Test
  void anEmptyDatabaseHasNothingToAccountFor() throws SQLException {
    LedgerReport report = ledger.count(null, null, null);
    assertThat(report.scheduled()).isZero();
    assertThat(report.difference()).isZero();
    assertThat(report.to()).isEqualTo(report.from().plusSeconds(3_600));
  }

  @Test
  void theIntervalBeginsAtItsFirstMomentAndEndsBeforeItsLast() throws SQLException {
    int series = ledger.series(ScheduleTables.ACCOUNT, "here", 0);
    ledger.version(series, 0, null, 10_000, noon % 10_000);
    assertThat(ledger.count(noon, noon + 10_000, null).scheduled()).isEqualTo(1);
    assertThat(ledger.count(noon, noon + 10_001, null).scheduled()).isEqualTo(2);
    assertThat(ledger.count(noon + 1, noon + 10_000, null).scheduled()).isZero();
  }

  @Test
  void theDefaultIsAnHourUpToTheWatermarkOfTheLastShardThatHasAnythingToDo() throws SQLException {
    ledger.version(ledger.series(ScheduleTables.ACCOUNT, "here", 3), 0, null, 60_000, 0);
    ledger.version(ledger.series(ScheduleTables.ACCOUNT, "here", 4), 0, 10L, 60_000, 0);
    ledger.watermark(5);
    ledger.run("UPDATE shards SET watermark = ? WHERE shard = 3", noon);
    LedgerReport report = ledger.count(null, null, null);
    assertThat(report.to()).isEqualTo(Instant.ofEpochMilli(noon + 1));
    assertThat(report.from()).isEqualTo(Instant.ofEpochMilli(noon + 1 - 3_600_000));
    assertThat(report.scheduled()).isEqualTo(60);
    assertThat(report.difference()).isEqualTo(60);
  }

  @Test
  void aLostRunIsADifference() throws SQLException {
    int series = ledger.series(ScheduleTables.ACCOUNT, "here", 0);
    ledger.version(series, noon, null, 10_000, noon % 10_000);
    ledger.watermark(noon + 30_000);
    ledger.result(series, noon, 0, Verdict.PASSED, Reason.NONE);
    ledger.result(series, noon + 10_000, 1, Verdict.FAILED, Reason.STATUS);
    ledger.result(series, noon + 20_000, 0, Verdict.OBSERVER_FAULT, Reason.OBSERVER_PAUSED);
    ledger.result(series, noon + 25_000, 0, Verdict.FAILED, Reason.STATUS);
    LedgerReport report = ledger.count(noon, noon + 30_000, null);
    assertThat(report)
        .isEqualTo(
            new LedgerReport(
                report.from(),
                report.to(),
                3,
                1,
                1,
                Map.of(),
                0,
                1,
                new LedgerReport.Beats(0, 0, 0, 0)));
    assertThat(report.difference()).isEqualTo(1);
  }

  @Test
  void whatIsWaitingAndWhatIsToComeIsOpen() throws SQLException {
    int series = ledger.series(ScheduleTables.ACCOUNT, "here", 0);
    ledger.version(series, noon, null, 10_000, noon % 10_000);
    ledger.watermark(noon + 15_000);
    ledger.result(series, noon, 0, Verdict.PASSED, Reason.NONE);
    ledger.waits(series, noon + 10_000);
    ledger.waits(series, noon + 10_001);
    ledger.result(series, noon + 20_000, 0, Verdict.PASSED, Reason.NONE);
    ledger.waits(series, noon + 30_000);
    LedgerReport report = ledger.count(noon, noon + 50_000, null);
    assertThat(report.scheduled()).isEqualTo(5);
    assertThat(report.conclusive()).isEqualTo(2);
    assertThat(report.open()).isEqualTo(3);
    assertThat(report.difference()).isZero();
    ledger.waits(series, noon);
    assertThat(ledger.count(noon, noon + 50_000, null).difference())
        .as("counted twice")
        .isEqualTo(-1);
  }

  @Test
  void aDeletedCheckTakesItsScheduleWithIt() throws SQLException {
    int series = ledger.series(ScheduleTables.ACCOUNT, "here", 0);
    ledger.version(series, noon, null, 10_000, noon % 10_000);
    ledger.watermark(noon + 10_000);
    ledger.result(series, noon, 0, Verdict.PASSED, Reason.NONE);
    ledger.run("DELETE FROM checks");
    LedgerReport report = ledger.count(noon, noon + 10_000, null);
    assertThat(report.scheduled()).isZero();
    assertThat(report.extra()).isEqualTo(1);
    assertThat(report.difference()).isZero();
  }
}
