package dev.belfry.engine.result.prometheus;

import dev.belfry.engine.result.Histogram;
import io.vertx.sqlclient.Row;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The results of a check at a location since the beginning.
 *
 * @param location empty for all locations together
 * @param answered runs whose response time counts; their sum is in microseconds
 * @param buckets how many of these took at most each of some bounds
 * @param phases of the same runs
 */
record LocationTotals(
    UUID check,
    String location,
    long passed,
    long degraded,
    long failed,
    long answered,
    long responseMicros,
    Buckets buckets,
    PhaseTotals phases,
    PingTotals pings) {
  static LocationTotals of(Row row) {
    Histogram histogram = new Histogram();
    histogram.add(ByteBuffer.wrap(row.getBuffer(7).getBytes()));
    histogram.add(ByteBuffer.wrap(row.getBuffer(8).getBytes()));
    return new LocationTotals(
        row.getUUID(0),
        row.getString(1),
        row.getLong(2),
        row.getLong(3),
        row.getLong(4),
        row.getLong(5),
        row.getLong(6),
        Buckets.of(histogram),
        PhaseTotals.of(row, 9),
        PingTotals.of(row, 15));
  }

  /** The same without the name of the location. */
  LocationTotals everywhere() {
    return new LocationTotals(
        check, "", passed, degraded, failed, answered, responseMicros, buckets, phases, pings);
  }

  /** These and others of the same check, at all locations. */
  LocationTotals plus(LocationTotals other) {
    return new LocationTotals(
        check,
        "",
        passed + other.passed,
        degraded + other.degraded,
        failed + other.failed,
        answered + other.answered,
        responseMicros + other.responseMicros,
        buckets.plus(other.buckets),
        phases.plus(other.phases),
        pings.plus(other.pings));
  }
}
