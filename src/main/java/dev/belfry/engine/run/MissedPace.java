package dev.belfry.engine.run;

/**
 * Learns how many missed runs one statement should write, and how long the database is left to
 * other work after it. While the instance has all it can do, missed runs get a quarter of the time.
 * Confined to one thread.
 */
final class MissedPace {
  /** How long a statement should take. */
  static final long AIM_NANOS = 15_000_000;

  /** Fewer would cost more for the statement than for its rows. */
  static final int LEAST_ROWS = 500;

  static final int MOST_ROWS = 5_000;

  /** The part of the time while the instance has all it can do. */
  static final double LEAST_SHARE = 0.25;

  /** How much the part grows with each step in which the instance has less to do. */
  private static final double GROWTH = 0.03;

  private static final double MOST_CHANGE = 1.5;
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private double rows = LEAST_ROWS;
  private double share = LEAST_SHARE;

  /**
   * Learns from the time since the last step; call it ten times a second.
   *
   * @param pressed whether the instance has all it can do
   */
  void onStep(boolean pressed) {
    share = pressed ? LEAST_SHARE : Math.min(1, share + GROWTH);
  }

  /** Learns from a statement that wrote so many rows. */
  void onWritten(long written, long nanos) {
    double factor = AIM_NANOS / (double) Math.max(1, nanos);
    if (factor < 1 || written >= rows()) {
      rows *= Math.max(1 / MOST_CHANGE, Math.min(MOST_CHANGE, factor));
      rows = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, rows));
    }
  }

  /** How many missed runs the next statement writes at most. */
  int rows() {
    return (int) rows;
  }

  /**
   * How long to write no missed runs.
   *
   * @param nanos what the last statement took
   * @param filled how much of the room for missed runs is taken, 0 to 1; from a half on they get
   *     more of the time, since no run may begin without room for what is missed before it
   */
  long pauseMillis(long nanos, double filled) {
    double part = Math.max(share, Math.min(1, 2 * filled - 1));
    return Math.min(LONGEST_PAUSE_MILLIS, (long) (nanos / 1e6 * (1 - part) / part));
  }
}
