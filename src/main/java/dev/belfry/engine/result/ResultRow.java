package dev.belfry.engine.result;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;
import io.vertx.sqlclient.Row;
import org.jspecify.annotations.Nullable;

/**
 * A stored result with columns of its series and its detail.
 *
 * @param delayMillis from the slot to the start of the request
 * @param status the status code, 0 for no response
 * @param location of the series; the detail may name another one
 * @param detail JSON text, null for a result that passed at the location of its series
 * @param attempts of the run before this one
 */
record ResultRow(
    ResultId id,
    Verdict verdict,
    Reason reason,
    int status,
    long delayMillis,
    Phases phases,
    String location,
    @Nullable String detail,
    int attempts) {

  /** How long each phase took, in microseconds; the total is that of the whole request. */
  record Phases(long dns, long tcp, long tls, long firstByte, long download, long total) {}

  static ResultRow of(Row row) {
    Phases phases =
        new Phases(
            PhaseTime.decode(row.getShort(8)),
            PhaseTime.decode(row.getShort(9)),
            PhaseTime.decode(row.getShort(10)),
            PhaseTime.decode(row.getShort(11)),
            PhaseTime.decode(row.getShort(12)),
            row.getInteger(3));
    return new ResultRow(
        new ResultId(row.getLong(0), row.getInteger(1), row.getInteger(2)),
        Verdict.of(row.getInteger(5)),
        Reason.of(row.getInteger(6)),
        row.getInteger(7),
        row.getInteger(4),
        phases,
        row.getString(13),
        row.getString(14),
        row.getInteger(15));
  }
}
