package dev.belfry.engine.result;

/** Converts stored microseconds to the milliseconds of the API. */
public final class MillisFormat {
  private static final double MICROS = 1_000;

  private MillisFormat() {}

  /** Rounds to whole milliseconds, since clients read response times into integers. */
  public static long whole(long micros) {
    return Math.round(micros / MICROS);
  }

  /** Converts with three decimals. */
  static double exact(long micros) {
    return micros / MICROS;
  }

  /** Rounds to whole microseconds and converts with three decimals. */
  static double rounded(double micros) {
    return exact(Math.round(micros));
  }
}
