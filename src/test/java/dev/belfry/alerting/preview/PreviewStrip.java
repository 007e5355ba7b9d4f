package dev.belfry.alerting.preview;

import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.AlertSettings.ParallelRunFailureThreshold;
import dev.belfry.monitoring.check.AlertSettings.Reminders;
import dev.belfry.monitoring.check.AlertSettings.RunBasedEscalation;
import dev.belfry.monitoring.check.AlertSettings.TimeBasedEscalation;
import dev.belfry.monitoring.check.EscalationType;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.monitoring.check.RetryType;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.monitoring.maintenance.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Plays strips of stored runs, one strip for each location and one letter for each minute: Passed,
 * Degraded as slow, Failed, Observer fault, Missed. {@code (FFP)} is one run of three attempts, 15
 * seconds apart. A run takes 100 ms, a slow one 3 s.
 */
final class PreviewStrip {
  static final long MINUTE = 60_000;
  private static final long RETRY = 15_000;
  private static final RunBasedEscalation ONE = RunBasedEscalation.DEFAULT;

  private PreviewStrip() {}

  static AlertSettings runs(int threshold) {
    return settings(threshold, 0, 5);
  }

  static AlertSettings settings(int threshold, int reminders, int minutes) {
    return new AlertSettings(
        EscalationType.RUN_BASED,
        new Reminders(reminders, minutes),
        new RunBasedEscalation(threshold),
        null,
        ParallelRunFailureThreshold.DEFAULT);
  }

  static AlertSettings minutes(int threshold) {
    return new AlertSettings(
        EscalationType.TIME_BASED,
        Reminders.DEFAULT,
        ONE,
        new TimeBasedEscalation(threshold),
        ParallelRunFailureThreshold.DEFAULT);
  }

  static AlertSettings quorum(int percentage) {
    return new AlertSettings(
        EscalationType.RUN_BASED,
        Reminders.DEFAULT,
        ONE,
        null,
        new ParallelRunFailureThreshold(true, percentage));
  }

  static RetryStrategy retries(int most) {
    return new RetryStrategy(RetryType.FIXED, 15, true, most, 600, List.of());
  }

  static Silences silence(int from, int until) {
    return Silences.NONE.and(List.of(new Interval(from * MINUTE, until * MINUTE)));
  }

  static CheckReplay.Side side(AlertSettings settings, int locations) {
    return side(settings, locations, RunRule.stored(null), Silences.NONE);
  }

  static CheckReplay.Side side(
      AlertSettings settings, int locations, RunRule rule, Silences silences) {
    return new CheckReplay.Side(rule, new Replay(settings, locations, silences));
  }

  /** The differences, one a line, those that are the same included. */
  static String play(CheckReplay.Side inForce, CheckReplay.Side changed, String... strips) {
    CheckReplay replay = new CheckReplay(inForce, changed);
    List<StoredAttempt> attempts = new ArrayList<>();
    for (int i = 0; i < strips.length; i++) {
      read(i, strips[i], attempts);
    }
    attempts.sort(
        Comparator.comparingLong(StoredAttempt::slot)
            .thenComparing(StoredAttempt::series)
            .thenComparing(attempt -> attempt.attempt() == 0 ? 99 : attempt.attempt()));
    replay.feed(attempts);
    replay.advance(60 * MINUTE);
    StringBuilder told = new StringBuilder();
    AlertComparison.of(inForce.replay().alerts(), changed.replay().alerts())
        .forEach(difference -> told.append(line(difference)).append('\n'));
    return told.toString();
  }

  private static String line(AlertDifference difference) {
    ReplayedAlert alert = difference.alert();
    Long later = difference.laterMillis();
    return difference.kind()
        + " %02d:%02d ".formatted(alert.at() / MINUTE, alert.at() / 1_000 % 60)
        + alert.type().name().substring("ALERT_".length())
        + (alert.reminder() == 0 ? "" : " " + alert.reminder())
        + (later == null || later == 0 ? "" : " " + later / 1_000 + " s");
  }

  private static void read(int series, String strip, List<StoredAttempt> attempts) {
    long slot = 0;
    for (int i = 0; i < strip.length(); i++) {
      slot += MINUTE;
      int end = strip.charAt(i) == '(' ? strip.indexOf(')', i) : i + 1;
      String run = strip.substring(strip.charAt(i) == '(' ? i + 1 : i, end);
      for (int n = 0; n < run.length(); n++) {
        int attempt = n == run.length() - 1 ? 0 : n + 1;
        attempts.add(attempt(series, slot, attempt, run.charAt(n), slot + n * RETRY));
      }
      i = strip.charAt(i) == '(' ? end : i;
    }
  }

  private static StoredAttempt attempt(int series, long slot, int number, char letter, long begun) {
    return new StoredAttempt(
        series,
        "at-" + series,
        slot,
        number,
        Verdict.of("PDFOM".indexOf(letter)),
        letter == 'D',
        true,
        begun,
        letter == 'D' ? 3_000_000 : 100_000);
  }
}
