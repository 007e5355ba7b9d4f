package dev.belfry.engine.result;

/** Microseconds, as they are stored, in the milliseconds of the API. */
public final class MillisFormat {
  private static final double MICROS = 1_000;

  private MillisFormat() {}

  /** Rounded to whole milliseconds: clients read the response time into an integer. */
  public static long whole(long micros) {
    return Math.round(micros / MICROS);
  }

  /** With three decimals. */
  static double exact(long micros) {
    return micros / MICROS;
  }

  /** A figure that is no whole number of microseconds, with three decimals. */
  static double rounded(double micros) {
    return exact(Math.round(micros));
  }
}
