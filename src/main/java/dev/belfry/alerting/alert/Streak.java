package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * Consecutive runs of one kind.
 *
 * @param runs number of runs, 0 for none
 * @param since end of the first run, milliseconds since 1970
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Streak(int runs, long since) {
  static final Streak NONE = new Streak(0, 0);

  /** With one more run. */
  Streak grow(long ended) {
    return runs == 0 ? new Streak(1, ended) : new Streak(runs + 1, since);
  }
}
