package dev.belfry.engine.run;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.db.SqlResource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Counts scheduled runs, results and missed runs, to prove that none is lost. Blocks. */
public final class Ledger {
  private static final String COUNT = SqlResource.read(Ledger.class, "count-runs.sql");

  private final Connection connection;

  /** Creates a ledger that reads over this connection and leaves it open. */
  public Ledger(Connection connection) {
    this.connection = connection;
  }

  /**
   * Counts the runs of an interval.
   *
   * @param from null for an hour before the end
   * @param to exclusive; null for the oldest watermark of all shards
   * @param account null for all
   */
  public LedgerReport count(@Nullable Instant from, @Nullable Instant to, @Nullable UUID account)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(COUNT)) {
      bind(statement, 1, from);
      bind(statement, 2, to);
      statement.setObject(3, account, Types.OTHER);
      try (ResultSet rows = statement.executeQuery()) {
        return read(rows);
      }
    }
  }

  private static void bind(PreparedStatement statement, int index, @Nullable Instant time)
      throws SQLException {
    statement.setObject(index, time == null ? null : time.toEpochMilli(), Types.BIGINT);
  }

  private static LedgerReport read(ResultSet rows) throws SQLException {
    long[] asked = new long[2];
    long[] slots = new long[2];
    long conclusive = 0;
    long faults = 0;
    Map<Reason, Long> missed = new EnumMap<>(Reason.class);
    long extra = 0;
    long[] beats = new long[2];
    long[] absent = new long[2];
    while (rows.next()) {
      long n = rows.getLong("n");
      switch (rows.getString("kind")) {
        case "asked" -> asked = new long[] {n, rows.getLong("m")};
        case "slots" -> slots = new long[] {n, rows.getLong("m")};
        case "extra" -> extra += n;
        case "beats" -> beats = new long[] {n, rows.getLong("m")};
        case "absent" -> absent = new long[] {n, rows.getLong("m")};
        default -> {
          Verdict verdict = Verdict.of(rows.getInt("verdict"));
          if (verdict.isConclusive()) {
            conclusive += n;
          } else if (verdict == Verdict.OBSERVER_FAULT) {
            faults += n;
          } else {
            missed.merge(Reason.of(rows.getInt("reason")), n, Long::sum);
          }
        }
      }
    }
    return new LedgerReport(
        Instant.ofEpochMilli(asked[0]),
        Instant.ofEpochMilli(asked[1]),
        slots[0],
        conclusive,
        faults,
        missed,
        slots[1],
        extra,
        new LedgerReport.Beats(beats[0], beats[1], absent[0], absent[1]));
  }
}
