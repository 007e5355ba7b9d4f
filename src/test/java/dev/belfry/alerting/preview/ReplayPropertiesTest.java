package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.AlertEngine;
import dev.belfry.alerting.alert.AlertPolicy;
import dev.belfry.alerting.alert.AlertState;
import dev.belfry.alerting.alert.AlertStep;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.alert.LocationResult;
import dev.belfry.alerting.alert.ParentState;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import org.jspecify.annotations.Nullable;

/**
 * The replay of the policy in force gives exactly the alerts that were raised: the service takes
 * results as they end, keeps its state as text and is asked when it wants to be; the replay reads
 * them later, by slot, in parts, and without those that passed while all was well.
 */
class ReplayPropertiesTest {
  private static final long MINUTE = 60_000;
  private static final int SLOTS = 150;
  private static final long END = (SLOTS + 60) * MINUTE;
  private static final AtomicInteger HELD = new AtomicInteger();

  private record Raised(AlertType type, int reminder, long at) {}

  /** The service as it takes results. */
  private static final class Service {
    private final AlertSettings settings;
    private final int locations;
    private final Silences silences;
    private final long period;
    private final List<List<Service>> parents;
    private final Map<LocationResult, Long> began = new HashMap<>();
    private final List<Service> dependents = new ArrayList<>();
    private final List<LocationResult> stored = new ArrayList<>();
    private final List<Raised> raised = new ArrayList<>();
    private String state = "{}";
    private @Nullable Long due;
    private boolean fails;
    private int held;
    private long now;

    Service(
        AlertSettings settings,
        int locations,
        Silences silences,
        long period,
        List<List<Service>> parents) {
      this.settings = settings;
      this.locations = locations;
      this.silences = silences;
      this.period = period;
      this.parents = parents;
      parents.forEach(parent -> parent.forEach(one -> one.dependents.add(this)));
    }

    void ended(LocationResult result, long begun) {
      began.put(result, begun);
      ended(result);
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
      while (due != null && due + Replay.NOTICED_MILLIS < until) {
        look();
      }
    }

    /** When it is looked at next, the latest time for never. */
    long looksAt() {
      return due == null ? Long.MAX_VALUE : due + Replay.NOTICED_MILLIS;
    }

    void look() {
      now = Math.max(now, looksAt());
      complete();
      AlertState before = AlertState.of(state);
      take(AlertEngine.onDue(before, policy(), now), before);
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
      due = step.state().due();
      fails = step.state().isFailing();
      if (before.isFailing() && !step.state().isFailing()) {
        dependents.forEach(one -> one.wake(now));
      }
      assertThat(before.isWell() && step.state().isWell() && step.type() != AlertType.NO_ALERT)
          .isFalse();
      held += step.held() == AlertType.NO_ALERT ? 0 : 1;
      if (step.type() != AlertType.NO_ALERT) {
        raised.add(new Raised(step.type(), step.reminder(), now));
      }
    }

    private AlertPolicy policy() {
      return new AlertPolicy(
          settings, silences.holdAt(now), true, locations, List.of(), parentState());
    }

    private void wake(long at) {
      due = due == null ? null : (Long) Math.min(due, at);
    }

    private ParentState parentState() {
      boolean failing = false;
      long slowest = 0;
      long looked = Long.MAX_VALUE;
      for (List<Service> parent : parents) {
        boolean fails = true;
        for (Service one : parent) {
          slowest = Math.max(slowest, one.period);
          if (fails && !one.isFailing(now)) {
            fails = false;
            looked = Math.min(looked, one.looked(now));
          }
        }
        failing |= fails;
      }
      return parents.isEmpty()
          ? ParentState.NONE
          : ParentState.of(failing, slowest, looked, period);
    }

    private boolean isFailing(long at) {
      return fails
          && stored.stream()
              .anyMatch(
                  run ->
                      run.verdict() == Verdict.FAILED
                          && run.slot() > at - Math.max(900_000, 3 * period));
    }

    private long looked(long at) {
      Map<String, LocationResult> newest = new HashMap<>();
      stored.stream()
          .filter(run -> run.verdict().isConclusive() && run.slot() > at - 2 * period - 900_000)
          .forEach(
              run ->
                  newest.merge(
                      run.location(), run, (one, two) -> one.slot() > two.slot() ? one : two));
      return newest.values().stream()
          .mapToLong(run -> Objects.requireNonNull(began.get(run)))
          .max()
          .orElse(0);
    }
  }

  @Property(tries = 60)
  void replaysWhatWasRaised(@ForAll Random random) {
    AlertSettings settings = settings(random);
    int locations = 1 + random.nextInt(4);
    Silences silences = silences(random);
    List<StoredAttempt> attempts = attempts(random, locations, 1, 0);

    Service service = new Service(settings, locations, silences, MINUTE, List.of());
    attempts.stream()
        .map(one -> RunRule.stored(null).result(List.of(one)).orElseThrow())
        .sorted(Comparator.comparingLong(LocationResult::ended).thenComparing(LocationResult::slot))
        .forEach(service::ended);
    service.pass(END);

    CheckReplay replay =
        new CheckReplay(
            PreviewStrip.side(settings, locations, RunRule.stored(null), silences),
            PreviewStrip.side(settings, locations, RunRule.stored(null), silences));
    feed(replay, attempts, random, true);
    replay.advance(END);
    assertThat(raised(replay.inForce())).isEqualTo(service.raised);
    assertThat(
            AlertComparison.of(
                replay.inForce().replay().alerts(), replay.changed().replay().alerts()))
        .hasSameSizeAs(service.raised)
        .allMatch(difference -> difference.kind() == AlertDifference.Kind.SAME);
  }

  /** A check with its history, in the service and for the replay. */
  private record Played(
      AlertSettings settings,
      int locations,
      Silences silences,
      List<StoredAttempt> attempts,
      Service service,
      ParentHistory history) {
    static Played of(Random random, int every, int number, List<List<Service>> parents) {
      AlertSettings settings = ReplayPropertiesTest.settings(random);
      int locations = 1 + random.nextInt(2);
      Silences silences = ReplayPropertiesTest.silences(random);
      return new Played(
          settings,
          locations,
          silences,
          ReplayPropertiesTest.attempts(random, locations, every, 90_000),
          new Service(settings, locations, silences, every * MINUTE, parents),
          new ParentHistory(
              new ParentHistory.Facts(new UUID(0, number), every * MINUTE, true, false)));
    }

    CheckReplay replay(ReplayedParents parents, Random random, boolean skips) {
      CheckReplay replay = new CheckReplay(side(parents, history), side(parents, null));
      feed(replay, attempts, random, skips);
      replay.advance(END);
      return replay;
    }

    private CheckReplay.Side side(ReplayedParents parents, @Nullable ParentHistory learns) {
      return new CheckReplay.Side(
          RunRule.stored(null), new Replay(settings, locations, silences, parents, learns), learns);
    }
  }

  private record Ended(Played check, LocationResult result, long begun) {}

  @Property(tries = 60)
  void replaysWhatDependenciesHeld(@ForAll Random random) {
    Played router = Played.of(random, 1 + random.nextInt(5), 1, List.of());
    List<Played> group = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      List<List<Service>> parents =
          random.nextBoolean() ? List.of() : List.of(List.of(router.service()));
      group.add(Played.of(random, 1 + random.nextInt(3), 2 + group.size(), parents));
    }
    List<List<Played>> parents = new ArrayList<>(List.of(List.of(router)));
    if (!group.isEmpty()) {
      parents.add(group);
    }
    Played child =
        Played.of(
            random,
            1,
            9,
            parents.stream().map(parent -> parent.stream().map(Played::service).toList()).toList());
    List<Played> all = new ArrayList<>(List.of(router));
    all.addAll(group);
    all.add(child);
    serve(all);

    Map<Service, ParentHistory> histories = new HashMap<>();
    for (Played one : all) {
      CheckReplay replay = one.replay(parents(one.service(), histories), random, one == child);
      histories.put(one.service(), one.history());
      assertThat(raised(replay.inForce())).isEqualTo(one.service().raised);
    }
    HELD.addAndGet(child.service().held);
  }

  @AfterContainer
  static void someWereHeld() {
    assertThat(HELD.get()).isNotEqualTo(0);
  }

  private static ReplayedParents parents(Service service, Map<Service, ParentHistory> histories) {
    return new ReplayedParents(
        service.parents.stream()
            .map(
                parent ->
                    parent.stream().map(one -> Objects.requireNonNull(histories.get(one))).toList())
            .toList(),
        service.period);
  }

  /** Everything happens in the order of time; of what happens at once, parents come first. */
  private static void serve(List<Played> all) {
    List<Ended> results = new ArrayList<>();
    for (Played one : all) {
      one.attempts()
          .forEach(
              attempt ->
                  results.add(
                      new Ended(
                          one,
                          RunRule.stored(null).result(List.of(attempt)).orElseThrow(),
                          attempt.begun())));
    }
    results.sort(
        Comparator.comparingLong((Ended one) -> one.result().ended())
            .thenComparing(one -> all.indexOf(one.check()))
            .thenComparing(one -> one.result().slot()));
    for (Ended one : results) {
      lookUntil(all, one.result().ended());
      one.check().service().ended(one.result(), one.begun());
    }
    lookUntil(all, END);
  }

  private static void lookUntil(List<Played> all, long until) {
    while (true) {
      Service next =
          all.stream()
              .map(Played::service)
              .min(Comparator.comparingLong(Service::looksAt))
              .orElseThrow();
      if (next.looksAt() >= until) {
        return;
      }
      next.look();
    }
  }

  private static List<Raised> raised(CheckReplay.Side side) {
    return side.replay().alerts().stream()
        .map(alert -> new Raised(alert.type(), alert.reminder(), alert.at()))
        .toList();
  }

  /** Hour by hour; while all is well, hours in which every run passed are left out. */
  private static void feed(
      CheckReplay replay, List<StoredAttempt> attempts, Random random, boolean skips) {
    long part = (1 + random.nextInt(60)) * MINUTE;
    long fed = 0;
    for (long from = 0; from <= (SLOTS + 1) * MINUTE; from += part) {
      long until = from + part;
      long slot = from;
      boolean quiet =
          attempts.stream()
              .filter(one -> one.slot() >= slot && one.slot() < until)
              .allMatch(one -> one.verdict() == Verdict.PASSED);
      if (!skips || !quiet || !replay.isIdle()) {
        long first = Math.max(fed, from - CheckReplay.LONGEST_RUN_MILLIS);
        replay.feed(
            attempts.stream().filter(one -> one.slot() >= first && one.slot() < until).toList());
        replay.advance(until);
        fed = until;
      }
    }
  }

  private static List<StoredAttempt> attempts(Random random, int locations, int every, int latest) {
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
