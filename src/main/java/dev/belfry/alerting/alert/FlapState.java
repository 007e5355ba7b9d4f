package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.belfry.alerting.alert.NotificationState.Level;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.FlapDetection;
import dev.belfry.monitoring.check.Verdict;

/**
 * The last verdicts of a check whose settings ask for flap detection, and whether it flaps. Runs
 * before the first known one count as passed.
 *
 * @param runs a letter for each verdict, the oldest first: P, D or F; empty when all passed
 * @param since when the check began to flap, milliseconds since 1970, 0 while it does not
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record FlapState(String runs, long since) {
  static final FlapState NONE = new FlapState("", 0);

  private static final char PASSED = 'P';

  /** After a run with a conclusive verdict. Only a change of the state begins the flapping. */
  FlapState with(Verdict verdict, AlertSettings settings, long ended) {
    FlapDetection detection = settings.flapDetection();
    if (detection == null || !detection.enabled()) {
      return NONE;
    }
    String all = runs + letter(verdict);
    FlapState next =
        new FlapState(all.substring(Math.max(0, all.length() - detection.windowRuns())), since);
    int changes = next.changes(detection);
    long flapping =
        isFlapping()
            ? detection.ends(changes) ? 0 : since
            : letter(verdict) != last() && detection.begins(changes) ? ended : 0;
    return new FlapState(next.worst() == Level.NONE ? "" : next.runs, flapping);
  }

  /** Changes from one run to the next. */
  int changes(FlapDetection detection) {
    char before = runs.length() < detection.windowRuns() ? PASSED : runs.charAt(0);
    int changes = 0;
    for (int i = 0; i < runs.length(); i++) {
      char run = runs.charAt(i);
      changes += run == before ? 0 : 1;
      before = run;
    }
    return changes;
  }

  private char last() {
    return runs.isEmpty() ? PASSED : runs.charAt(runs.length() - 1);
  }

  @JsonIgnore
  boolean isFlapping() {
    return since > 0;
  }

  /** Whether there is nothing to remember. */
  @JsonIgnore
  boolean isCalm() {
    return equals(NONE);
  }

  /** The worst level of the runs. */
  @JsonIgnore
  Level worst() {
    return runs.indexOf('F') >= 0
        ? Level.FAILED
        : runs.indexOf('D') >= 0 ? Level.DEGRADED : Level.NONE;
  }

  private static char letter(Verdict verdict) {
    return switch (verdict) {
      case FAILED -> 'F';
      case DEGRADED -> 'D';
      default -> PASSED;
    };
  }
}
