package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ClockWait;
import org.junit.jupiter.api.Test;

/** Instances that come and go share the work, and no run is missed for it. */
@ClockWait("Shards change hands within ten seconds of the database's clock.")
class HandoverIT {
  private static final int MONITORS = 60;

  /** Living instances that own so many shards. */
  private static final String OWNERS =
      """
      SELECT count(*) FROM instances i WHERE i.fenced_at IS NULL
        AND (SELECT count(*) FROM shards k WHERE k.owner = i.id) = ?\
      """;

  /** Results of runs that were due at or after a time. */
  private static final String RESULTS = "SELECT count(*) FROM results WHERE at >= ?";

  /** The runs of the next so many milliseconds are recorded. */
  private static final String AHEAD =
      """
      WITH set AS (UPDATE shards SET watermark = epoch_millis() + ? RETURNING 1)
      SELECT count(*) FROM set\
      """;

  private static final long HOUR = 3_600_000;

  @Test
  void sharesAndHandsOverWithoutAMissedRun() {
    try (TestApp first = TestApp.start(EngineFixture.probingFrom("all"));
        EngineFixture fixture = new EngineFixture(first)) {
      long from = fixture.now();
      for (int i = 0; i < MONITORS; i++) {
        fixture.monitor("/" + i, "");
      }
      EngineFixture.until("one has them all", () -> fixture.number(OWNERS, 32) == 1);
      try (TestApp second =
          TestApp.startOn(first.database().address(), EngineFixture.probingFrom("all"))) {
        long joined = fixture.now();
        EngineFixture.until("both have half", () -> fixture.number(OWNERS, 16) == 2);
        assertThat(fixture.now() - joined)
            .as("milliseconds until it was shared")
            .isLessThan(10_000);
        accounted(fixture, from);
        long left = fixture.now();
        second.shutDown();
        EngineFixture.until("one has them all again", () -> fixture.number(OWNERS, 32) == 1);
        assertThat(fixture.now() - left).as("milliseconds until handed over").isLessThan(10_000);
        accounted(fixture, from);
      }
    }
  }

  @Test
  void runsAtOnceAfterTheClockWasSetBackAnHour() {
    try (TestApp first = TestApp.start(EngineFixture.probingFrom("all"));
        EngineFixture fixture = new EngineFixture(first)) {
      fixture.monitor("/", "");
      EngineFixture.until("first run", () -> fixture.number(RESULTS, 0L) > 0);
      first.shutDown();
      fixture.number(AHEAD, HOUR);
      long ahead = fixture.now() + HOUR;
      try (TestApp second =
          TestApp.startOn(first.database().address(), EngineFixture.probingFrom("all"))) {
        EngineFixture.until("runs", () -> fixture.number(RESULTS, ahead) > 0);
        second.shutDown();
      }
    }
  }

  /** Waits for what was due by now, and asks whether any of it was missed. */
  private static void accounted(EngineFixture fixture, long from) {
    long now = fixture.now();
    EngineFixture.until("accounted for", () -> fixture.ledger(from).to().toEpochMilli() > now);
    // The run of a new monitor is late by design: its slot may lie before the watermark.
    EngineFixture.until("first runs", () -> fixture.ledger(from).difference() == 0);
    LedgerReport report = fixture.ledger(from);
    assertThat(report.missed()).as(report.toString()).isEmpty();
    assertThat(report.conclusive()).as(report.toString()).isPositive();
  }
}
