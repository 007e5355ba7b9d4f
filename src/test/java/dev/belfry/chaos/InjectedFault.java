package dev.belfry.chaos;

import java.util.SplittableRandom;

/**
 * Something that is done to the instances.
 *
 * @param pauseMillis from the fault before to this one
 * @param victim number of the instance
 * @param millis how long it stands still, or stays away before it is started again
 * @param seed of what else is drawn for it
 */
record InjectedFault(int pauseMillis, Kind kind, int victim, int millis, long seed) {
  private static final int LONGEST_PAUSE = 4_500;
  private static final int LONGEST_PAUSE_OF_KILLS = 1_500;
  private static final int LONGEST_STOP = 12_000;
  private static final int LONGEST_ABSENCE = 3_000;

  /** What can happen, and how often in twenty. */
  enum Kind {
    /** SIGKILL, and a new start. */
    KILL(6),
    /** SIGSTOP, and SIGCONT. */
    STOP(8),
    /** SIGTERM, and a new start. */
    LEAVE(2),
    /** Monitors are paused, activated and given other frequencies. */
    CHANGE(4);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }
  }

  /**
   * The next one of a sequence that the seed of {@code random} decides.
   *
   * @param killsOnly whether it is a SIGKILL soon after the one before, and a new start at once
   */
  static InjectedFault draw(SplittableRandom random, int instances, boolean killsOnly) {
    if (killsOnly) {
      return new InjectedFault(
          100 + random.nextInt(LONGEST_PAUSE_OF_KILLS),
          Kind.KILL,
          random.nextInt(instances),
          0,
          random.nextLong());
    }
    int left = random.nextInt(20);
    Kind kind = Kind.KILL;
    for (Kind candidate : Kind.values()) {
      kind = candidate;
      left -= candidate.weight;
      if (left < 0) {
        break;
      }
    }
    int victim = random.nextInt(instances);
    int pause = 500 + random.nextInt(LONGEST_PAUSE - 500);
    int millis =
        kind == Kind.STOP
            ? 1_000 + random.nextInt(LONGEST_STOP - 1_000)
            : random.nextInt(LONGEST_ABSENCE);
    return new InjectedFault(pause, kind, victim, millis, random.nextLong());
  }
}
