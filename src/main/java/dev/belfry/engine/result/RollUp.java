package dev.belfry.engine.result;

import io.vertx.sqlclient.Row;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one series did in an hour, a day or another stretch of time.
 *
 * @param at when it begins, milliseconds since 1970
 * @param answered runs that got a status code; response times are theirs, in microseconds
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

  /** Runs by verdict. */
  public record Counts(int passed, int degraded, int failed, int faults, int missed) {
    public int all() {
      return passed + degraded + failed + faults + missed;
    }
  }

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
