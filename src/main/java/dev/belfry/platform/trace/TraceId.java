package dev.belfry.platform.trace;

import dev.belfry.platform.seal.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The id of a trace (W3C Trace Context, section 3.2.2.3). It is derived from what the trace is
 * about, so that every instance that works on a run knows it without asking.
 */
public record TraceId(long high, long low) {
  /** The bits of an id that may be taken for random (Trace Context Level 2, section 3.2.2.3). */
  private static final long RANDOM_BITS = (1L << 56) - 1;

  /**
   * The trace of a run. Its attempts and its alerts share it, wherever they are made.
   *
   * @param check whose id is random, so that two installations never share a trace
   * @param at scheduled time, milliseconds since 1970
   */
  public static TraceId ofRun(UUID check, int series, long at) {
    return of(check, series, at);
  }

  /** The trace of one thing that has an id and no schedule, such as a test. */
  public static TraceId ofOne(UUID id) {
    return of(id, 0, 0);
  }

  private static TraceId of(UUID subject, int series, long at) {
    ByteBuffer digest =
        digest(
            ByteBuffer.allocate(28)
                .putLong(subject.getMostSignificantBits())
                .putLong(subject.getLeastSignificantBits())
                .putInt(series)
                .putLong(at));
    return new TraceId(digest.getLong(), notZero(digest.getLong()));
  }

  /** The id of the span that is the run itself. */
  public long run() {
    return span(0, 0, 0);
  }

  /**
   * The id of an attempt's span.
   *
   * @param number of the attempt, from 1
   */
  public long attempt(int number) {
    return span(1, 0, number);
  }

  /**
   * The id of a span that belongs to a row with an id of its own, such as an alert.
   *
   * @param number tells spans of one row apart, from 0
   */
  public long row(UUID id, int number) {
    return span(id.getMostSignificantBits(), id.getLeastSignificantBits(), number);
  }

  private long span(long first, long second, int number) {
    ByteBuffer content = ByteBuffer.allocate(36).putLong(high).putLong(low);
    return notZero(digest(content.putLong(first).putLong(second).putInt(number)).getLong());
  }

  private static ByteBuffer digest(ByteBuffer content) {
    MessageDigest digest = Sha256.digest();
    digest.update(content.flip());
    return ByteBuffer.wrap(digest.digest());
  }

  /** An id of zeros alone is invalid. */
  private static long notZero(long bits) {
    return bits == 0 ? 1 : bits;
  }

  /**
   * Whether a sample of all traces has this one; the same on every instance.
   *
   * @param ratio share of all traces, 0 to 1
   */
  public boolean isSampled(double ratio) {
    // Compared as whole numbers: a double would round the greatest of them up to a ratio of one.
    return (low & RANDOM_BITS) < (long) (ratio * (RANDOM_BITS + 1L));
  }

  /** The id as headers and results show it: 32 digits of base 16 in lower case. */
  public String hex() {
    return hex(high) + hex(low);
  }

  static String hex(long bits) {
    return HexFormat.of().toHexDigits(bits);
  }
}
