package dev.belfry.engine.result;

import java.nio.ByteBuffer;

/**
 * Counts response times in buckets, each a tenth wider than the one before, so that a percentile is
 * off by less than 5 %. Histograms can be added up.
 */
public final class Histogram {
  /** The SQL function {@code response_bucket} uses the same number. */
  static final double GROWTH = 1.1;

  private static final int BUCKETS = 256;
  private static final int ENTRY_BYTES = 4;

  /** The factor from the start of a bucket to its value with equal relative errors. */
  private static final double MIDDLE = 2 * GROWTH / (1 + GROWTH);

  private final long[] counts = new long[BUCKETS];
  private long total;

  /** The bucket of a response time in microseconds. */
  static int bucket(long micros) {
    return (int) Math.floor(Math.log((double) Math.max(1, micros)) / Math.log(GROWTH));
  }

  /** Counts one response time, in microseconds. */
  void add(long micros) {
    counts[bucket(micros)]++;
    total++;
  }

  /** Adds a stored histogram: number and count of each filled bucket, two bytes each. */
  public void add(ByteBuffer stored) {
    for (int i = stored.position(); i + ENTRY_BYTES <= stored.limit(); i += ENTRY_BYTES) {
      int count = Short.toUnsignedInt(stored.getShort(i + Short.BYTES));
      counts[Short.toUnsignedInt(stored.getShort(i))] += count;
      total += count;
    }
  }

  /** The number of response times. */
  long total() {
    return total;
  }

  /**
   * How many response times do not exceed each bound. A bucket counts by its middle, so a response
   * time within 5 % of a bound may count on either side.
   *
   * @param bounds microseconds, ascending
   */
  public long[] within(long[] bounds) {
    long[] within = new long[bounds.length];
    long seen = 0;
    int bucket = 0;
    for (int i = 0; i < bounds.length; i++) {
      while (bucket < BUCKETS && middle(bucket) <= bounds[i]) {
        seen += counts[bucket++];
      }
      within[i] = seen;
    }
    return within;
  }

  private static double middle(int bucket) {
    return Math.pow(GROWTH, bucket) * MIDDLE;
  }

  /**
   * The response time in microseconds that a share of all does not exceed; 0 without any.
   *
   * @param share above 0, at most 1
   */
  double percentile(double share) {
    long rank = Math.max(1, (long) Math.ceil(share * total));
    long seen = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      seen += counts[bucket];
      if (seen >= rank && total > 0) {
        return middle(bucket);
      }
    }
    return 0;
  }
}
