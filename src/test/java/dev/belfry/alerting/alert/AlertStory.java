package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.alerting.alert.NotificationState.Level;
import dev.belfry.monitoring.check.AlertSettings.Reminders;
import dev.belfry.monitoring.check.Verdict;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A check's life at random. Each step is held against what people were told before. */
final class AlertStory {
  static final List<String> LOCATIONS = List.of("a", "b", "c", "d", "e");
  private static final long MINUTE = 60_000;

  final Random random;
  AlertState state = AlertState.WELL;
  AlertPolicy policy;
  long now = 1_800_000_000_000L;
  int episodes;
  int recoveries;
  private Level told = Level.NONE;
  private @Nullable UUID episode;
  private int reminders;
  private long said;
  private long begun;
  private long slot = now;
  private boolean acknowledged;
  private long snoozed;
  private int stage;
  private boolean flapping;
  private final Set<UUID> names = new HashSet<>();

  AlertStory(Random random) {
    this.random = random;
    this.policy = policy(1 + random.nextInt(LOCATIONS.size()), false, true);
  }

  private AlertPolicy policy(int locations, boolean held, boolean activated) {
    return RandomPolicy.of(random, locations, held, activated);
  }

  /** No parent fails any more, nobody snoozes, and the check goes on to fail. */
  void failUnheld() {
    ParentState parents = policy.parents();
    policy =
        new AlertPolicy(
            policy.settings(),
            false,
            true,
            policy.locations(),
            policy.stages(),
            new ParentState(
                false, parents.waitMillis(), parents.lookedMillis(), parents.graceMillis()));
    snooze(0);
    for (int i = 0; i < 5; i++) {
      slot = Math.max(slot, now) + 1_000;
      now = slot;
      LOCATIONS
          .subList(0, policy.locations())
          .forEach(location -> ended(new LocationResult(location, slot, Verdict.FAILED, now)));
    }
    pass(AlertEngine.HELD_RETRY_MILLIS + 240 * MINUTE);
  }

  private int pick(Integer... values) {
    return RandomPolicy.pick(random, values);
  }

  /** Something happens. */
  void goOn() {
    switch (random.nextInt(14)) {
      case 0 -> policy = policy(policy.locations(), policy.inMaintenance(), policy.activated());
      case 1 -> policy = policy(pick(1, 1, 2, 3, 5), random.nextInt(3) == 0, true);
      case 2 -> policy = policy(policy.locations(), false, random.nextInt(3) > 0);
      case 3 -> late();
      case 4 -> pass(random.nextInt(40) * MINUTE);
      case 5 -> acknowledge(random.nextInt(3) > 0);
      case 6 -> snooze(random.nextInt(3) > 0 ? now + random.nextInt(60) * MINUTE : 0);
      default -> run();
    }
  }

  private void acknowledge(boolean acknowledges) {
    if (told != Level.NONE) {
      state = AlertEngine.acknowledge(state, policy, acknowledges, now);
      acknowledged = acknowledges;
    }
  }

  private void snooze(long until) {
    if (told != Level.NONE) {
      state = AlertEngine.snooze(state, policy, until, now);
      snoozed = until;
    }
  }

  /** A run at the next slot, of which some locations may be silent for now. */
  private void run() {
    slot += 10_000 + random.nextInt(120_000);
    pass(Math.max(0, slot - now));
    Verdict mood = verdict();
    for (String location : LOCATIONS.subList(0, policy.locations())) {
      now += random.nextInt(5_000);
      if (random.nextInt(8) > 0) {
        ended(new LocationResult(location, slot, random.nextInt(4) == 0 ? verdict() : mood, now));
      }
    }
  }

  /** A retry of an older run ends. */
  private void late() {
    long old = slot - random.nextInt(600_000);
    List<Long> open = state.undecided();
    ended(
        new LocationResult(
            LOCATIONS.get(random.nextInt(LOCATIONS.size())),
            open.isEmpty() ? old : open.get(random.nextInt(open.size())),
            verdict(),
            now));
  }

  private Verdict verdict() {
    return Verdict.of(random.nextInt(5));
  }

  /** All is well everywhere, for longer than the window of flapping. */
  void allPass() {
    for (int i = 0; i <= 50; i++) {
      slot = Math.max(slot, now) + 1_000;
      now = slot;
      LOCATIONS
          .subList(0, policy.locations())
          .forEach(location -> ended(new LocationResult(location, slot, Verdict.PASSED, now)));
    }
  }

  /** Time passes; somebody asks the engine when it wants to be asked, or somewhat later. */
  void pass(long millis) {
    long until = now + millis;
    for (Long due = state.due(); due != null && due <= until; due = state.due()) {
      now = Math.max(now, Math.min(until, due + (random.nextInt(5) == 0 ? 90_000 : 0)));
      due();
    }
    now = until;
  }

  private void due() {
    AlertStep step = AlertEngine.onDue(state, policy, now);
    assertThat(AlertEngine.onDue(AlertState.of(state.json()), policy, now))
        .as("the same after a restart")
        .isEqualTo(step);
    assertThat(
            step.type() != AlertType.NO_ALERT
                || step.state().due() == null
                || step.state().due() > now)
        .as("time goes on: %s", step.state())
        .isTrue();
    take(step);
  }

  private void ended(LocationResult run) {
    UUID name = new UUID(random.nextLong(), random.nextLong());
    AlertStep step = AlertEngine.onResult(state, policy, run, () -> name);
    assertThat(AlertEngine.onResult(AlertState.of(state.json()), policy, run, () -> name))
        .as("the same after a restart")
        .isEqualTo(step);
    take(step);
  }

  private void take(AlertStep step) {
    UUID before = state.episode();
    state = step.state();
    if (step.isEscalation()) {
      escalates(step);
      return;
    }
    if (isOfFlapping(step)) {
      flaps(step);
      return;
    }
    switch (step.type()) {
      case NO_ALERT -> assertThat(state.episode()).isEqualTo(before);
      case ALERT_FAILURE -> begins(Level.FAILED);
      case ALERT_DEGRADED -> begins(Level.DEGRADED);
      case ALERT_DEGRADED_FAILURE -> turns(Level.DEGRADED, Level.FAILED);
      case ALERT_FAILURE_DEGRADED -> turns(Level.FAILED, Level.DEGRADED);
      case ALERT_FAILURE_REMAIN -> reminds(Level.FAILED, step.reminder());
      case ALERT_DEGRADED_REMAIN -> reminds(Level.DEGRADED, step.reminder());
      case ALERT_RECOVERY -> ends(Level.FAILED);
      case ALERT_DEGRADED_RECOVERY -> ends(Level.DEGRADED);
      case ALERT_SSL -> throw new AssertionError("not of the engine");
    }
    check();
  }

  private void check() {
    assertThat(state.notification().level()).isEqualTo(told);
    assertThat(state.notification().flapping()).isEqualTo(flapping);
    assertThat(state.flaps().runs()).hasSizeLessThanOrEqualTo(50);
    assertThat(state.isWell()).isEqualTo(state.equals(AlertState.WELL));
    assertThat(state.openSlots().slots()).hasSizeLessThanOrEqualTo(OpenSlots.MOST);
    assertThat(state.json()).hasSizeLessThan(20_000);
  }

  /** Reminders and recoveries are as ever. */
  private static boolean isOfFlapping(AlertStep step) {
    return step.type() != AlertType.NO_ALERT
        && step.flapping() != Flapping.NO
        && step.reminder() == 0
        && !step.type().isRecovery();
  }

  /** Once when it begins and once when it ends; between both only a failure after degradations. */
  private void flaps(AlertStep step) {
    boolean begins = step.flapping() == Flapping.FLAPPING;
    Level level = step.type().isFailure() ? Level.FAILED : Level.DEGRADED;
    assertThat(flapping || begins).as("no end without a beginning").isTrue();
    assertThat(begins && flapping && (told == level || level != Level.FAILED)).isFalse();
    assertThat(begins && level.compareTo(told) < 0).as("milder").isFalse();
    flapping = begins;
    if (told == Level.NONE) {
      begins(level);
    } else {
      assertThat(state.episode()).isEqualTo(episode);
      says(level);
    }
    check();
  }

  private void begins(Level level) {
    assertThat(told).isEqualTo(Level.NONE);
    episode = state.episode();
    assertThat(names.add(episode)).as("a name of its own").isTrue();
    episodes++;
    says(level);
  }

  private void turns(Level from, Level to) {
    assertThat(told).isEqualTo(from);
    assertThat(flapping).as("a change that is told while it flaps").isFalse();
    assertThat(state.episode()).isEqualTo(episode);
    says(to);
  }

  /** Another stage of the level that was told. */
  private void escalates(AlertStep step) {
    assertThat(step.type())
        .isEqualTo(told == Level.FAILED ? AlertType.ALERT_FAILURE : AlertType.ALERT_DEGRADED);
    assertThat(isHeldBack() || acknowledged).as("held back").isFalse();
    assertThat(step.stages().above()).isEqualTo(stage);
    assertThat(step.stages().upTo()).isGreaterThan(stage).isIn(policy.stages());
    assertThat(now - begun).isGreaterThanOrEqualTo(step.stages().upTo() * MINUTE);
    stage = step.stages().upTo();
    said = now;
  }

  private boolean isHeldBack() {
    return policy.inMaintenance()
        || !policy.activated()
        || policy.parents().failing()
        || snoozed > now;
  }

  private void says(Level level) {
    assertThat(isHeldBack()).as("held back").isFalse();
    stage = level.compareTo(told) > 0 ? 0 : stage;
    begun = level == told ? begun : now;
    told = level;
    reminders = 0;
    said = now;
  }

  private void reminds(Level level, int number) {
    assertThat(told).isEqualTo(level);
    assertThat(state.episode()).isEqualTo(episode);
    assertThat(isHeldBack() || acknowledged).as("held back").isFalse();
    assertThat(number).isEqualTo(++reminders);
    Reminders settings = policy.settings().reminders();
    assertThat(settings.amount() == 100_000 || number <= settings.amount()).isTrue();
    assertThat(now - said).isGreaterThanOrEqualTo(settings.interval() * MINUTE);
    said = now;
  }

  private void ends(Level level) {
    assertThat(told).isEqualTo(level);
    assertThat(state.episode()).isNull();
    recoveries++;
    told = Level.NONE;
    flapping = false;
    acknowledged = false;
    snoozed = 0;
    stage = 0;
  }
}
