package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.LocationResult;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import org.jspecify.annotations.Nullable;

/**
 * The replay of the policy in force gives exactly the alerts that were raised: the service takes
 * results as they end, keeps its state as text and is asked when it wants to be; the replay reads
 * them later, by slot, in parts, and without those that passed while all was well. Histories have
 * flapping, quorums of locations, silences, retries and later stages of channels, which put off the
 * next reminder.
 */
class ReplayPropertiesTest {
  private static final long MINUTE = ReplaySamples.MINUTE;
  private static final int SLOTS = ReplaySamples.SLOTS;
  private static final long END = (SLOTS + 60) * MINUTE;
  private static final AtomicInteger HELD = new AtomicInteger();
  private static final AtomicInteger ESCALATED = new AtomicInteger();

  @Property(tries = 60)
  void replaysWhatWasRaised(@ForAll Random random) {
    AlertSettings settings = ReplaySamples.settings(random);
    int locations = 1 + random.nextInt(4);
    Silences silences = ReplaySamples.silences(random);
    List<StoredAttempt> attempts = ReplaySamples.attempts(random, locations, 1, 0);

    List<Integer> stages = ReplaySamples.stages(random);
    ReplayedService service =
        new ReplayedService(settings, locations, silences, stages, MINUTE, List.of());
    attempts.stream()
        .map(one -> RunRule.stored(null).result(List.of(one)).orElseThrow())
        .sorted(Comparator.comparingLong(LocationResult::ended).thenComparing(LocationResult::slot))
        .forEach(service::ended);
    service.pass(END);
    ESCALATED.addAndGet(service.escalated);

    Supplier<CheckReplay.Side> side =
        () ->
            new CheckReplay.Side(
                RunRule.stored(null),
                new Replay(settings, locations, silences, stages, ReplayedParents.NONE, null));
    CheckReplay replay = new CheckReplay(side.get(), side.get());
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
      List<Integer> stages,
      List<StoredAttempt> attempts,
      ReplayedService service,
      ParentHistory history) {
    static Played of(Random random, int every, int number, List<List<ReplayedService>> parents) {
      AlertSettings settings = ReplaySamples.settings(random);
      int locations = 1 + random.nextInt(2);
      Silences silences = ReplaySamples.silences(random);
      List<Integer> stages = ReplaySamples.stages(random);
      return new Played(
          settings,
          locations,
          silences,
          stages,
          ReplaySamples.attempts(random, locations, every, 90_000),
          new ReplayedService(settings, locations, silences, stages, every * MINUTE, parents),
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
          RunRule.stored(null),
          new Replay(settings, locations, silences, stages, parents, learns),
          learns);
    }
  }

  private record Ended(Played check, LocationResult result, long begun) {}

  @Property(tries = 60)
  void replaysWhatDependenciesHeld(@ForAll Random random) {
    Played router = Played.of(random, 1 + random.nextInt(5), 1, List.of());
    List<Played> group = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      List<List<ReplayedService>> parents =
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

    Map<ReplayedService, ParentHistory> histories = new HashMap<>();
    for (Played one : all) {
      boolean last = one.equals(child);
      CheckReplay replay = one.replay(parents(one.service(), histories), random, last);
      histories.put(one.service(), one.history());
      assertThat(raised(replay.inForce())).isEqualTo(one.service().raised);
    }
    HELD.addAndGet(child.service().held);
  }

  @AfterContainer
  static void someWereHeldAndSomeEscalated() {
    assertThat(HELD.get()).isNotEqualTo(0);
    assertThat(ESCALATED.get()).isNotEqualTo(0);
  }

  private static ReplayedParents parents(
      ReplayedService service, Map<ReplayedService, ParentHistory> histories) {
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
      ReplayedService next =
          all.stream()
              .map(Played::service)
              .min(Comparator.comparingLong(ReplayedService::looksAt))
              .orElseThrow();
      if (next.looksAt() >= until) {
        return;
      }
      next.look();
    }
  }

  private static List<ReplayedService.Raised> raised(CheckReplay.Side side) {
    return side.replay().alerts().stream()
        .map(alert -> new ReplayedService.Raised(alert.type(), alert.reminder(), alert.at()))
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
}
