package dev.belfry.alerting.alert;

import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.AlertSettings.ParallelRunFailureThreshold;
import dev.belfry.monitoring.check.AlertSettings.Reminders;
import dev.belfry.monitoring.check.AlertSettings.RunBasedEscalation;
import dev.belfry.monitoring.check.AlertSettings.TimeBasedEscalation;
import dev.belfry.monitoring.check.EscalationType;
import dev.belfry.monitoring.check.FlapDetection;
import java.util.List;
import java.util.Random;

/** Rules of alerts at random, of those that the contract allows. */
final class RandomPolicy {
  private RandomPolicy() {}

  static AlertPolicy of(Random random, int locations, boolean held, boolean activated) {
    return new AlertPolicy(
        new AlertSettings(
            random.nextBoolean() ? EscalationType.RUN_BASED : EscalationType.TIME_BASED,
            new Reminders(
                pick(random, 0, 1, 2, 3, 4, 5, 100_000), pick(random, 1, 2, 3, 4, 5, 10, 15, 30)),
            new RunBasedEscalation(1 + random.nextInt(5)),
            new TimeBasedEscalation(pick(random, 5, 10, 15, 30)),
            new ParallelRunFailureThreshold(random.nextBoolean(), 10 + 10 * random.nextInt(10)),
            random.nextBoolean()
                ? null
                : new FlapDetection(
                    true,
                    pick(random, 5, 10, 21, 50),
                    pick(random, 20, 30, 60),
                    pick(random, 1, 9, 19))),
        held,
        activated,
        locations,
        pick(random, 0, 0, 1) == 0 ? List.of() : List.of(pick(random, 1, 5), pick(random, 10, 60)),
        random.nextBoolean()
            ? ParentState.NONE
            : new ParentState(
                random.nextBoolean(),
                pick(random, 1, 5, 60) * 60_000L,
                random.nextBoolean() ? Long.MAX_VALUE : 0,
                pick(random, 1, 3, 60) * 60_000L));
  }

  static int pick(Random random, Integer... values) {
    return values[random.nextInt(values.length)];
  }
}
