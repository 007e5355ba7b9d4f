package dev.belfry.alerting.preview;

import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.AlertSettings.ParallelRunFailureThreshold;
import dev.belfry.monitoring.check.AlertSettings.Reminders;
import dev.belfry.monitoring.check.AlertSettings.RunBasedEscalation;
import dev.belfry.monitoring.check.AlertSettings.TimeBasedEscalation;
import dev.belfry.monitoring.check.EscalationType;
import dev.belfry.monitoring.check.FlapDetection;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.monitoring.maintenance.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random histories and settings for properties of replays. */
final class ReplaySamples {
  static final long MINUTE = 60_000;
  static final int SLOTS = 150;

  private ReplaySamples() {}

  static List<StoredAttempt> attempts(Random random, int locations, int every, int latest) {
    List<StoredAttempt> attempts = new ArrayList<>();
    Verdict mood = Verdict.PASSED;
    for (int slot = every; slot <= SLOTS; slot += every) {
      mood = random.nextInt(12) == 0 ? Verdict.of(random.nextInt(5)) : mood;
      for (int location = 0; location < locations; location++) {
        Verdict verdict = random.nextInt(12) == 0 ? Verdict.of(random.nextInt(5)) : mood;
        boolean retried = random.nextInt(10) == 0;
        long millis = retried ? random.nextInt(300_000) : random.nextInt(2_000);
        int late = latest > 0 && random.nextInt(5) == 0 ? random.nextInt(latest) : 0;
        if (random.nextInt(20) > 0) {
          attempts.add(
              new StoredAttempt(
                  location,
                  "at-" + location,
                  slot * MINUTE,
                  0,
                  verdict,
                  false,
                  true,
                  slot * MINUTE + late,
                  millis * 1_000));
        }
      }
    }
    return attempts;
  }

  static Silences silences(Random random) {
    List<Interval> times = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      long starts = random.nextInt(SLOTS) * MINUTE;
      times.add(new Interval(starts, starts + 1 + random.nextInt(3_000_000)));
    }
    return new Silences(times);
  }

  /** Delays of channels that wait for an acknowledgement, minutes. */
  static List<Integer> stages(Random random) {
    return List.of(List.<Integer>of(), List.of(5), List.of(5, 20)).get(random.nextInt(3));
  }

  static AlertSettings settings(Random random) {
    return new AlertSettings(
        random.nextBoolean() ? EscalationType.RUN_BASED : EscalationType.TIME_BASED,
        new Reminders(List.of(0, 1, 5, 100_000).get(random.nextInt(4)), 1 + random.nextInt(5)),
        new RunBasedEscalation(1 + random.nextInt(5)),
        new TimeBasedEscalation(5 * (1 + random.nextInt(3))),
        new ParallelRunFailureThreshold(random.nextBoolean(), 10 + 10 * random.nextInt(10)),
        random.nextBoolean()
            ? null
            : new FlapDetection(
                true, 5 + random.nextInt(20), 20 + random.nextInt(40), 1 + random.nextInt(19)));
  }
}
