package dev.belfry.engine.objective;

/**
 * The number of runs by what they mean for an objective.
 *
 * @param good passed or degraded
 * @param bad failed
 * @param faults without a result because of the observer
 * @param missed did not take place
 */
record ResultTally(long good, long bad, long faults, long missed) {
  static final ResultTally NONE = new ResultTally(0, 0, 0, 0);

  ResultTally plus(ResultTally other) {
    return new ResultTally(
        good + other.good, bad + other.bad, faults + other.faults, missed + other.missed);
  }

  /** The runs with a verdict on the target. */
  long counted() {
    return good + bad;
  }

  /** The runs that say nothing about the target. */
  long excluded() {
    return faults + missed;
  }
}
