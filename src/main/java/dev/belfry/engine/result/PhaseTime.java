package dev.belfry.engine.result;

/**
 * Encodes a duration of up to 32 seconds in 16 bits, in steps of 10 microseconds up to 163
 * milliseconds and of 2 milliseconds above. That is finer than the jitter of a network.
 */
public final class PhaseTime {
  private static final int FINE = 16_384;
  private static final long FINE_STEP = 10;
  private static final long COARSE_STEP = 2_000;

  private PhaseTime() {}

  /** Encodes a duration in microseconds; a longer one counts as the longest. */
  public static short encode(long micros) {
    long fine = Math.max(0, micros) / FINE_STEP;
    if (fine < FINE) {
      return (short) fine;
    }
    long coarse = FINE + (micros - FINE * FINE_STEP) / COARSE_STEP;
    return (short) Math.min(coarse, Short.MAX_VALUE);
  }

  /** Decodes a duration, in microseconds. */
  public static long decode(short stored) {
    return stored < FINE ? stored * FINE_STEP : FINE * FINE_STEP + (stored - FINE) * COARSE_STEP;
  }
}
