package dev.belfry.engine.result.prometheus;

import io.vertx.sqlclient.Row;

/**
 * How long the phases of the answered runs of a check took together, in microseconds.
 *
 * @param timed the number of these runs, from the hour on in which phases began to be summed
 */
record PhaseTotals(long timed, long dns, long tcp, long tls, long firstByte, long download) {
  /** The columns of a row from an index on, in this order. */
  static PhaseTotals of(Row row, int first) {
    return new PhaseTotals(
        row.getLong(first),
        row.getLong(first + 1),
        row.getLong(first + 2),
        row.getLong(first + 3),
        row.getLong(first + 4),
        row.getLong(first + 5));
  }

  /** These and others. */
  PhaseTotals plus(PhaseTotals others) {
    return new PhaseTotals(
        timed + others.timed,
        dns + others.dns,
        tcp + others.tcp,
        tls + others.tls,
        firstByte + others.firstByte,
        download + others.download);
  }
}
