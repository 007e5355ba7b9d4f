package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertEngine;
import dev.belfry.alerting.alert.AlertPolicy;
import dev.belfry.alerting.alert.AlertState;
import dev.belfry.alerting.alert.AlertStep;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.alert.LocationResult;
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
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * The replay of the policy in force gives exactly the alerts that were raised: the service takes
 * results as they end, keeps its state as text and is asked when it wants to be; the replay reads
 * them later, by slot, in parts, and without those that passed while all was well.
 */
class ReplayPropertiesTest {
  private static final long MINUTE = 60_000;
  private static final int SLOTS = 150;

  private record Raised(AlertType type, int reminder, long at) {}

  /** The service as it takes results. */
  private static final class Service {
    private final AlertSettings settings;
    private final int locations;
    private final Silences silences;
    private final List<LocationResult> stored = new ArrayList<>();
    private final List<Raised> raised = new ArrayList<>();
    private String state = "{}";
    private long now;

    Service(AlertSettings settings, int locations, Silences silences) {
      this.settings = settings;
      this.locations = locations;
      this.silences = silences;
    }

    void ended(LocationResult result) {
      pass(result.ended());
      now = Math.max(now, result.ended());
      stored.add(result);
      AlertState before = AlertState.of(state);
      boolean open = before.undecided().contains(result.slot());
      boolean bad = result.verdict() == Verdict.FAILED || result.verdict() == Verdict.DEGRADED;
      if (bad || (!before.isWell() && (result.verdict().isConclusive() || open))) {
        take(AlertEngine.onResult(before, policy(), result, UUID::randomUUID), before);
        complete();
      }
    }

    void pass(long until) {
      for (Long due = due(); due != null && due + Replay.NOTICED_MILLIS < until; due = due()) {
        now = Math.max(now, due + Replay.NOTICED_MILLIS);
        complete();
        AlertState before = AlertState.of(state);
        take(AlertEngine.onDue(before, policy(), now), before);
      }
    }

    private @Nullable Long due() {
      return AlertState.of(state).due();
    }

    private void complete() {
      for (Long slot : AlertState.of(state).undecided()) {
        for (LocationResult result : stored) {
          // Reading the state is what costs most, so it is read for results of the slot alone.
          if (result.slot() != slot) {
            continue;
          }
          AlertState before = AlertState.of(state);
          if (before.undecided().contains(slot)) {
            take(AlertEngine.onResult(before, policy(), result, UUID::randomUUID), before);
          }
        }
      }
    }

    private void take(AlertStep step, AlertState before) {
      state = step.state().json();
      assertThat(before.isWell() && step.state().isWell() && step.type() != AlertType.NO_ALERT)
          .isFalse();
      if (step.type() != AlertType.NO_ALERT) {
        raised.add(new Raised(step.type(), step.reminder(), now));
      }
    }

    private AlertPolicy policy() {
      return new AlertPolicy(settings, silences.holdAt(now), true, locations);
    }
  }

  @Property(tries = 60)
  void replaysWhatWasRaised(@ForAll Random random) {
    AlertSettings settings = settings(random);
    int locations = 1 + random.nextInt(4);
    Silences silences = silences(random);
    List<StoredAttempt> attempts = attempts(random, locations);

    Service service = new Service(settings, locations, silences);
    attempts.stream()
        .map(one -> RunRule.stored(null).result(List.of(one)).orElseThrow())
        .sorted(Comparator.comparingLong(LocationResult::ended).thenComparing(LocationResult::slot))
        .forEach(service::ended);
    long end = (SLOTS + 60) * MINUTE;
    service.pass(end);

    CheckReplay replay =
        new CheckReplay(
            PreviewStrip.side(settings, locations, RunRule.stored(null), silences),
            PreviewStrip.side(settings, locations, RunRule.stored(null), silences));
    feed(replay, attempts, random);
    replay.advance(end);
    assertThat(raised(replay.inForce())).isEqualTo(service.raised);
    assertThat(
            AlertComparison.of(
                replay.inForce().replay().alerts(), replay.changed().replay().alerts()))
        .hasSameSizeAs(service.raised)
        .allMatch(difference -> difference.kind() == AlertDifference.Kind.SAME);
  }

  private static List<Raised> raised(CheckReplay.Side side) {
    return side.replay().alerts().stream()
        .map(alert -> new Raised(alert.type(), alert.reminder(), alert.at()))
        .toList();
  }

  /** Hour by hour; while all is well, hours in which every run passed are left out. */
  private static void feed(CheckReplay replay, List<StoredAttempt> attempts, Random random) {
    long part = (1 + random.nextInt(60)) * MINUTE;
    long fed = 0;
    for (long from = 0; from <= (SLOTS + 1) * MINUTE; from += part) {
      long until = from + part;
      long slot = from;
      boolean quiet =
          attempts.stream()
              .filter(one -> one.slot() >= slot && one.slot() < until)
              .allMatch(one -> one.verdict() == Verdict.PASSED);
      if (!quiet || !replay.isIdle()) {
        long first = Math.max(fed, from - CheckReplay.LONGEST_RUN_MILLIS);
        replay.feed(
            attempts.stream().filter(one -> one.slot() >= first && one.slot() < until).toList());
        replay.advance(until);
        fed = until;
      }
    }
  }

  private static List<StoredAttempt> attempts(Random random, int locations) {
    List<StoredAttempt> attempts = new ArrayList<>();
    Verdict mood = Verdict.PASSED;
    for (int slot = 1; slot <= SLOTS; slot++) {
      mood = random.nextInt(12) == 0 ? Verdict.of(random.nextInt(5)) : mood;
      for (int location = 0; location < locations; location++) {
        Verdict verdict = random.nextInt(12) == 0 ? Verdict.of(random.nextInt(5)) : mood;
        boolean retried = random.nextInt(10) == 0;
        long millis = retried ? random.nextInt(300_000) : random.nextInt(2_000);
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
                  slot * MINUTE,
                  millis * 1_000));
        }
      }
    }
    return attempts;
  }

  private static Silences silences(Random random) {
    List<Interval> times = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      long starts = random.nextInt(SLOTS) * MINUTE;
      times.add(new Interval(starts, starts + 1 + random.nextInt(3_000_000)));
    }
    return new Silences(times);
  }

  private static AlertSettings settings(Random random) {
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
