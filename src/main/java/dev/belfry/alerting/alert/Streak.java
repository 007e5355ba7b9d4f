package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * Runs of one kind, one after the other.
 *
 * @param runs how many, 0 for none
 * @param since when the first of them ended, milliseconds since 1970
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Streak(int runs, long since) {
  static final Streak NONE = new Streak(0, 0);

  /** With one more run. */
  Streak grow(long ended) {
    return runs == 0 ? new Streak(1, ended) : new Streak(runs + 1, since);
  }
}
