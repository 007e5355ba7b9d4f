package dev.belfry.engine.result.prometheus;

import io.vertx.sqlclient.Row;

/**
 * What the pings of an ICMP monitor showed; zeros for other types.
 *
 * @param pinged runs with a reply, from the hour on in which phases began to be summed
 * @param least the sum of the least latencies of these runs, microseconds
 * @param most the sum of their greatest latencies, microseconds
 * @param sent pings of the last hour
 * @param replied those of the last hour that were answered
 */
record PingTotals(long pinged, long least, long most, long sent, long replied) {
  /** The columns of a row from an index on, in this order. */
  static PingTotals of(Row row, int first) {
    return new PingTotals(
        row.getLong(first),
        row.getLong(first + 1),
        row.getLong(first + 2),
        row.getLong(first + 3),
        row.getLong(first + 4));
  }

  /** These and others. */
  PingTotals plus(PingTotals others) {
    return new PingTotals(
        pinged + others.pinged,
        least + others.least,
        most + others.most,
        sent + others.sent,
        replied + others.replied);
  }

  /** The lost share of the pings of the last hour, if there were any. */
  double loss() {
    return (double) (sent - replied) / sent;
  }
}
