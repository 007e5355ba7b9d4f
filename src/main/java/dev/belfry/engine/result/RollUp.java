package dev.belfry.engine.result;

import io.vertx.sqlclient.Row;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The results of one series in an hour, a day or another interval, added up.
 *
 * @param at start of the interval, milliseconds since 1970
 * @param answered runs with a status code; response times are theirs, in microseconds
 */
public record RollUp(
    UUID check,
    String location,
    long at,
    Counts counts,
    int answered,
    long responseMicros,
    @Nullable Integer fastestMicros,
    @Nullable Integer slowestMicros,
    ByteBuffer histogram) {

  /** The number of runs by verdict. */
  public record Counts(int passed, int degraded, int failed, int faults, int missed) {
    /** The number of all runs. */
    public int all() {
      return passed + degraded + failed + faults + missed;
    }
  }

  /** Reads a row with these columns in this order. */
  public static RollUp of(Row row) {
    return new RollUp(
        row.getUUID(0),
        row.getString(1),
        row.getLong(2),
        new Counts(
            row.getInteger(3),
            row.getInteger(4),
            row.getInteger(5),
            row.getInteger(6),
            row.getInteger(7)),
        row.getInteger(8),
        row.getLong(9),
        row.getInteger(10),
        row.getInteger(11),
        ByteBuffer.wrap(row.getBuffer(12).getBytes()));
  }
}
