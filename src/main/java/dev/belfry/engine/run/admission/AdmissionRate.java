package dev.belfry.engine.run.admission;

/**
 * Learns how many runs an instance can begin each second, and admits that share of those that come
 * due. A run that is not admitted is missed at once. Each series gets the same share of its runs,
 * evenly spaced. Confined to one thread.
 *
 * <p>Every run is admitted until runs have waited for longer than their patience for about a
 * second. From then on the rate follows the runs that really begin, so that they come to wait for
 * about {@value #AIM_MILLIS} ms. When fewer runs come due than that, all are admitted again.
 */
public final class AdmissionRate {
  /** How long a run should wait for a place while others are left out, milliseconds. */
  static final long AIM_MILLIS = 250;

  /** A run waits for at most this part of its period, so that it is over before the next. */
  private static final int PART_OF_PERIOD = 3;

  private static final long LONGEST_PATIENCE_MILLIS = 10_000;
  private static final int PART_OF_LONG_PERIOD = 10;

  /** Steps that make a second. */
  private static final int WINDOW = (int) (1_000 / InFlightLimit.STEP_MILLIS);

  /** So many steps of a second with runs that waited in vain are no short stall. */
  private static final int LASTING = 8;

  /** How strongly the rate answers a wait that is not as aimed at. */
  private static final double STRENGTH = 0.2;

  private static final double LEAST_OF_BEGUN = 0.5;
  private static final double MOST_OF_BEGUN = 1.1;

  /** How much the rate grows for each step of the last second in which no run waited. */
  private static final double GROWTH = 0.006;

  private final int[] due = new int[WINDOW];
  private final int[] begun = new int[WINDOW];
  private final boolean[] idle = new boolean[WINDOW];
  private final boolean[] expired = new boolean[WINDOW];
  private int at;
  private boolean limited;
  private double rate;
  private double share = 1;

  /** The share of its runs that a series is still owed; each series has one. */
  public static final class Credit {
    private double owed;

    /**
     * Creates a credit.
     *
     * @param series any number of the series; it spreads the first misses over the series
     */
    public Credit(int series) {
      owed = ((series * 0x9E3779B1) >>> 1) / (double) (1L << 31);
    }
  }

  /** Whether the run of a series that has just come due may wait for a place. */
  public boolean admits(Credit credit) {
    due[at]++;
    credit.owed += share;
    if (credit.owed < 1) {
      return false;
    }
    credit.owed -= 1;
    return true;
  }

  /** Notes that an admitted run begins. */
  public void onBegun() {
    begun[at]++;
  }

  /** Admitted runs that began in the last second. */
  public int begun() {
    return sum(begun);
  }

  /**
   * Notes that an admitted run was missed after all. Its series is not owed another: those that
   * come due together would all get it together, and wait for too long again.
   */
  public void onExpired() {
    expired[at] = true;
    if (!limited && count(expired) >= LASTING) {
      limited = true;
      rate = sum(begun);
      share = share();
    }
  }

  /**
   * How long a run may wait for a place, milliseconds.
   *
   * @param period milliseconds from one run of the series to the next
   */
  public static long patience(long period) {
    long most = Math.max(LONGEST_PATIENCE_MILLIS, period / PART_OF_LONG_PERIOD);
    return Math.min(most, period / PART_OF_PERIOD);
  }

  /**
   * Learns from the time since the last step; call it every {@link InFlightLimit#STEP_MILLIS}.
   *
   * @param waited how long the run at the head has waited for a place, milliseconds; 0 for none
   * @param empty whether no run waits
   */
  public void onStep(long waited, boolean empty) {
    idle[at] = empty;
    if (limited) {
      learn(waited);
    }
    share = limited ? share() : 1;
    at = (at + 1) % WINDOW;
    due[at] = 0;
    begun[at] = 0;
    expired[at] = false;
  }

  private void learn(long waited) {
    int idleSteps = count(idle);
    if (idleSteps == 0) {
      double factor = 1 + STRENGTH * (AIM_MILLIS - waited) / AIM_MILLIS;
      rate = sum(begun) * Math.min(MOST_OF_BEGUN, Math.max(LEAST_OF_BEGUN, factor));
    } else if (idle[at]) {
      rate = Math.max(rate, sum(begun)) * (1 + GROWTH * idleSteps);
    }
    limited = idleSteps < WINDOW || rate < sum(due);
  }

  private double share() {
    return Math.min(1, Math.max(rate, 1) / Math.max(1, sum(due)));
  }

  private static int sum(int[] window) {
    int sum = 0;
    for (int one : window) {
      sum += one;
    }
    return sum;
  }

  private static int count(boolean[] window) {
    int count = 0;
    for (boolean one : window) {
      count += one ? 1 : 0;
    }
    return count;
  }

  /** Whether runs are left out. */
  public boolean isLimited() {
    return limited;
  }

  /** The share of due runs that are admitted, more than 0 and at most 1. */
  public double admitted() {
    return share;
  }
}
