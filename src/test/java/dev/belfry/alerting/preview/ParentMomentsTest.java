package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Around what happened to its dependents a parent is known as if all of its results were read. */
class ParentMomentsTest {
  private static final long MINUTE = 60_000;
  private static final long UNIT = ParentMoments.UNIT;
  private static final int MINUTES = 2 * 1_440;
  private static final long END = MINUTES * MINUTE;
  private static final AtomicInteger SKIPPED = new AtomicInteger();
  private static final AtomicInteger DELAYED = new AtomicInteger();

  private static ParentHistory.Facts facts(long period, boolean activated) {
    return new ParentHistory.Facts(new UUID(0, 1), period, activated, false);
  }

  private static NavigableSet<Long> around(long moment, ParentHistory.Facts parent, long own) {
    ParentMoments moments = new ParentMoments(0, 100 * ReadingPlan.HOUR);
    moments.add(Set.of(moment));
    return moments.around(parent, own).begins();
  }

  @Test
  void reachesAsFarAsADependentWaits() {
    long noon = 12 * ReadingPlan.HOUR;
    NavigableSet<Long> quick = around(noon, facts(MINUTE, true), MINUTE);
    assertThat(quick.first()).isEqualTo(noon);
    assertThat(quick.last()).isEqualTo(noon + 5 * UNIT);
    NavigableSet<Long> slow = around(noon, facts(1_440 * MINUTE, true), MINUTE);
    assertThat(slow.last()).isEqualTo(noon + 17 * UNIT);
    assertThat(around(noon, facts(10 * MINUTE, false), MINUTE).first())
        .as("runs of late decide whether one that is not active counts")
        .isEqualTo(noon - 7 * UNIT);
  }

  @Test
  void keepsToItsRange() {
    ParentMoments moments = new ParentMoments(7 * UNIT + 1, 9 * UNIT + 1);
    moments.add(Set.of(6 * UNIT, 7 * UNIT, 9 * UNIT, 10 * UNIT));
    assertThat(moments.begins()).containsExactly(7 * UNIT, 9 * UNIT);
    assertThat(moments.around(facts(MINUTE, false), MINUTE).begins())
        .containsExactly(7 * UNIT, 8 * UNIT, 9 * UNIT);
  }

  /** Times of trouble, minutes: begin and end. */
  private static List<int[]> troubles(Random random) {
    List<int[]> troubles = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int begin = random.nextInt(MINUTES);
      troubles.add(new int[] {begin, begin + 1 + random.nextInt(random.nextBoolean() ? 5 : 90)});
    }
    return troubles;
  }

  private static List<StoredAttempt> attempts(Random random, int every, List<int[]> troubles) {
    List<StoredAttempt> attempts = new ArrayList<>();
    for (int slot = random.nextInt(every); slot < MINUTES; slot += every) {
      int at = slot;
      boolean fails = troubles.stream().anyMatch(one -> one[0] <= at && at < one[1]);
      attempts.add(
          new StoredAttempt(
              1,
              "here",
              slot * MINUTE,
              0,
              fails ? Verdict.FAILED : Verdict.PASSED,
              false,
              true,
              slot * MINUTE + random.nextInt(2_000),
              1_000L * random.nextInt(fails && random.nextBoolean() ? 300_000 : 2_000)));
    }
    return attempts;
  }

  private static ParentMoments moments(List<StoredAttempt> attempts) {
    ParentMoments moments = new ParentMoments(0, END);
    moments.add(
        attempts.stream()
            .filter(one -> one.verdict() == Verdict.FAILED)
            .map(one -> one.slot() - one.slot() % UNIT)
            .toList());
    return moments;
  }

  private static List<ReplayedAlert> replayed(
      AlertSettings settings,
      List<StoredAttempt> attempts,
      ReplayedParents parents,
      @Nullable ParentHistory history,
      @Nullable NavigableSet<Long> moments) {
    CheckReplay.Side side =
        new CheckReplay.Side(
            RunRule.stored(null),
            new Replay(settings, 1, Silences.NONE, List.of(), parents, history),
            history);
    CheckReplay replay = new CheckReplay(side, PreviewStrip.side(settings, 1));
    ReadingPlan plan =
        moments == null
            ? new ReadingPlan(0, END, new TreeSet<>(), 0)
            : new ReadingPlan(0, END, moments, END, UNIT);
    int read = 0;
    for (ReadingPlan.Part next = plan.next(replay.isIdle());
        next != null;
        next = plan.next(replay.isIdle())) {
      ReadingPlan.Part part = next;
      List<StoredAttempt> some =
          attempts.stream()
              .filter(one -> one.slot() >= part.from() && one.slot() < part.to())
              .toList();
      read += some.size();
      replay.feed(some);
      replay.advance(part.to());
    }
    replay.advance(END);
    SKIPPED.addAndGet(moments == null ? 0 : Math.max(0, attempts.size() - read));
    return side.replay().alerts();
  }

  @Property(tries = 60)
  void whatIsLeftOutChangesNothing(@ForAll Random random) {
    int every = List.of(1, 2, 5, 10, 30).get(random.nextInt(5));
    int own = List.of(1, 2, 5).get(random.nextInt(3));
    List<int[]> shared = troubles(random);
    List<int[]> troubles = new ArrayList<>(shared);
    troubles.addAll(troubles(random));
    List<StoredAttempt> router = attempts(random, every, shared);
    List<StoredAttempt> shop = attempts(random, own, troubles);
    AlertSettings ofRouter = ReplaySamples.settings(random);
    AlertSettings ofShop = ReplaySamples.settings(random);
    ParentHistory.Facts facts = facts(every * MINUTE, random.nextInt(4) > 0);
    ParentHistory whole = new ParentHistory(facts);
    replayed(ofRouter, router, ReplayedParents.NONE, whole, null);
    ParentHistory part = new ParentHistory(facts);
    ParentMoments wanted = moments(shop).around(facts, own * MINUTE);
    wanted.add(moments(router));
    replayed(ofRouter, router, ReplayedParents.NONE, part, wanted.begins());

    List<ReplayedAlert> alone = replayed(ofShop, shop, ReplayedParents.NONE, null, null);
    List<ReplayedAlert> held = replayed(ofShop, shop, on(whole, own), null, null);
    assertThat(replayed(ofShop, shop, on(part, own), null, null)).isEqualTo(held);
    DELAYED.addAndGet(alone.equals(held) ? 0 : 1);
  }

  private static ReplayedParents on(ParentHistory parent, int own) {
    return new ReplayedParents(List.of(List.of(parent)), own * MINUTE);
  }

  @AfterContainer
  static void muchWasLeftOut() {
    assertThat(SKIPPED.get()).isGreaterThan(1_000);
    assertThat(DELAYED.get()).isGreaterThan(5);
  }
}
