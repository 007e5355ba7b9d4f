package dev.belfry.account.audit;

import java.util.UUID;

/**
 * Names an entry: the number it is stored under, and the GUID of version 7 (RFC 9562) that the API
 * shows, which says the same. Both sort by time.
 *
 * @param number milliseconds since 1970 UTC, shifted by 20 bits, and a number that tells entries of
 *     one millisecond apart
 */
record AuditId(long number) {
  private static final int ORDER_BITS = 20;
  private static final int LOW_BITS = 8;
  private static final long VERSION = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final int LOW_SHIFT = 54;

  /** The first id of a millisecond. */
  static AuditId at(long millis) {
    return new AuditId(millis << ORDER_BITS);
  }

  /** When the change was made, milliseconds since 1970 UTC. */
  long millis() {
    return number >>> ORDER_BITS;
  }

  /** The GUID that the API shows. */
  UUID toGuid() {
    long order = number & ((1L << ORDER_BITS) - 1);
    long low = order & ((1L << LOW_BITS) - 1);
    return new UUID(
        (millis() << 16) | VERSION | (order >>> LOW_BITS), VARIANT | (low << LOW_SHIFT));
  }

  /** Reads a GUID; one that was not made here is some place of the log, or after it. */
  static AuditId of(UUID guid) {
    long high = guid.getMostSignificantBits();
    long millis = Math.min(high >>> 16, Long.MAX_VALUE >>> ORDER_BITS);
    long low = (guid.getLeastSignificantBits() >>> LOW_SHIFT) & ((1L << LOW_BITS) - 1);
    return new AuditId((millis << ORDER_BITS) | ((high & 0xFFF) << LOW_BITS) | low);
  }
}
