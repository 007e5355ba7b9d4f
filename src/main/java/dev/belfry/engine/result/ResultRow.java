package dev.belfry.engine.result;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;
import io.vertx.sqlclient.Row;
import org.jspecify.annotations.Nullable;

/**
 * A result as it is stored, with what its series and its detail say.
 *
 * @param delayMillis from the scheduled time to the start of the request
 * @param status status code, 0 when none came back
 * @param location where the series runs; the detail may name another one
 * @param detail the detail document, JSON text; null for a result that is simply passed
 * @param attempts how many attempts of the run came before this one
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
