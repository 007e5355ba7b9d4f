package dev.belfry.monitoring.check;

import java.util.UUID;

/**
 * Names a result: the place of a row in the results, and its GUID in the API, which says the same
 * and therefore needs no room of its own. The GUID is of version 8 (RFC 9562, section 5.8) and
 * sorts by time.
 *
 * @param at scheduled time, milliseconds since 1970, up to 48 bits
 * @param seriesId number of the series
 * @param attempt 0 for the final result, up to 4095
 */
public record ResultId(long at, int seriesId, int attempt) {
  private static final long VERSION = 0x8000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  /** The GUID that the API shows. */
  public UUID toGuid() {
    return new UUID((at << 16) | VERSION | (attempt & 0xFFF), VARIANT | (seriesId & 0xFFFF_FFFFL));
  }

  /** Reads a GUID; one that was not made here names a result that does not exist. */
  public static ResultId of(UUID guid) {
    long high = guid.getMostSignificantBits();
    return new ResultId(high >>> 16, (int) guid.getLeastSignificantBits(), (int) (high & 0xFFF));
  }
}
