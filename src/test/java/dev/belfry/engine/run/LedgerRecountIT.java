package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ledger against a count that looks at every slot. */
class LedgerRecountIT {
  private static final UUID ACME = ScheduleTables.ACCOUNT;
  private static final List<Reason> MISSES =
      List.of(Reason.INSTANCE_LOST, Reason.DATABASE_AWAY, Reason.LOCATION_NOT_COVERED);

  private final LedgerTables ledger;

  LedgerRecountIT() throws SQLException {
    ledger = new LedgerTables();
  }

  @AfterEach
  void close() throws SQLException {
    ledger.close();
  }

  /** What a recount slot by slot says. */
  private static final class Recount {
    long scheduled;
    long conclusive;
    long faults;
    long open;
    long extra;
    final Map<Reason, Long> missed = new EnumMap<>(Reason.class);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void agreesWithARecountSlotBySlot(long seed) throws SQLException {
    Random random = new Random(seed);
    long from = ledger.noon();
    long to = from + 600_000 + random.nextInt(10_000);
    Recount mine = new Recount();
    Recount others = new Recount();
    ledger.atOnce(
        () -> {
          for (int n = 0; n < 40; n++) {
            UUID account = random.nextInt(3) == 0 ? LedgerTables.OTHER : ACME;
            int shard = random.nextInt(32);
            int series = ledger.series(account, "place-" + n, shard);
            long watermark = from + random.nextInt(900_000) - 100_000;
            ledger.run(
                "UPDATE shards SET watermark = ? WHERE location LIKE ?", watermark, "%/place-" + n);
            Story story =
                new Story(
                    random, series, watermark, from, to, account.equals(ACME) ? mine : others);
            story.tell();
          }
        });
    agrees(ledger.count(from, to, ACME), mine);
    agrees(ledger.count(from, to, LedgerTables.OTHER), others);
    LedgerReport all = ledger.count(from, to, null);
    assertThat(all.scheduled()).isEqualTo(mine.scheduled + others.scheduled);
    assertThat(all.extra()).isEqualTo(mine.extra + others.extra);
    assertThat(all.difference()).isZero();
  }

  private static void agrees(LedgerReport report, Recount recount) {
    assertThat(report)
        .isEqualTo(
            new LedgerReport(
                report.from(),
                report.to(),
                recount.scheduled,
                recount.conclusive,
                recount.faults,
                recount.missed,
                recount.open,
                recount.extra,
                new LedgerReport.Beats(0, 0, 0, 0)));
    assertThat(report.difference()).isZero();
    assertThat(report.scheduled()).isGreaterThan(100);
  }

  /** The life of one series: versions with pauses between them, and what became of each slot. */
  private final class Story {
    private final Random random;
    private final int series;
    private final long watermark;
    private final long from;
    private final long to;
    private final Recount recount;

    Story(Random random, int series, long watermark, long from, long to, Recount recount) {
      this.random = random;
      this.series = series;
      this.watermark = watermark;
      this.from = from;
      this.to = to;
      this.recount = recount;
    }

    void tell() throws SQLException {
      long start = from - random.nextInt(100_000);
      for (int v = 0; v < 4; v++) {
        long period = 1_000L * (10 + random.nextInt(50));
        long phase = (long) (random.nextDouble() * period);
        Long until = v == 3 ? null : start + random.nextInt(200_000);
        ledger.version(series, start, until, period, phase);
        for (long t = start; t < (until == null ? to + 100_000 : until); t++) {
          if (t % period == phase) {
            slot(t, t >= from && t < to);
          }
        }
        start = until == null ? start : until + (random.nextBoolean() ? 0 : random.nextInt(60_000));
      }
      long byHand = from - 1 - random.nextInt(50_000);
      ledger.result(series, byHand, 0, Verdict.MISSED, Reason.CANCELLED);
    }

    private void slot(long t, boolean counts) throws SQLException {
      int fate = t > watermark && random.nextInt(4) > 0 ? 9 : random.nextInt(9);
      if (counts) {
        recount.scheduled++;
      }
      long one = counts ? 1 : 0;
      switch (fate) {
        case 0 -> {
          ledger.result(series, t, 0, Verdict.OBSERVER_FAULT, Reason.OBSERVER_STARVED);
          recount.faults += one;
        }
        case 1, 2 -> {
          Reason reason = MISSES.get(random.nextInt(MISSES.size()));
          ledger.result(series, t, 0, Verdict.MISSED, reason);
          if (counts) {
            recount.missed.merge(reason, 1L, Long::sum);
          }
        }
        case 3 -> {
          ledger.waits(series, t);
          recount.open += one;
        }
        case 4 -> {
          ledger.result(series, t, 1, Verdict.FAILED, Reason.STATUS);
          ledger.result(series, t, 0, Verdict.FAILED, Reason.STATUS);
          recount.conclusive += one;
        }
        case 9 -> recount.open += one;
        default -> {
          ledger.result(series, t, 0, Verdict.of(random.nextInt(3)), Reason.NONE);
          recount.conclusive += one;
        }
      }
      if (random.nextInt(20) == 0) {
        ledger.result(series, t + 1, 0, Verdict.PASSED, Reason.NONE);
        recount.extra += t + 1 >= from && t + 1 < to ? 1 : 0;
      }
    }
  }
}
