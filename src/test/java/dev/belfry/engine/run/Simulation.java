package dev.belfry.engine.run;

import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.monitoring.check.RetryType;
import dev.belfry.platform.cluster.ShardKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Several engines, the real ones, on one simulated database with seeded faults. */
final class Simulation {
  private static final int SHARDS = 8;
  private static final int LONGEST_PERIOD = 5;
  private static final long[] PERIODS = {10_000, 20_000, 30_000, 60_000, 300_000};
  static final List<String> PLACES = List.of("here", "there");

  final SimulatedWorld world;
  final SimulatedDatabase database;
  final SimulatedTargets targets;
  final SimulatedReceivers receivers;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private int named;
  int mostKeptRows = 60;

  Simulation(long seed, int checks, int instances) {
    world = new SimulatedWorld(seed);
    database = new SimulatedDatabase(world);
    targets = new SimulatedTargets(world);
    receivers = new SimulatedReceivers(database);
    database.alerts.outbox.messagesLeft =
        () ->
            nodes.forEach(
                node ->
                    node.process.after(1 + world.random.nextInt(10), () -> node.dispatcher.wake()));
    database.runsLeft =
        place ->
            nodes.forEach(
                node ->
                    node.process.after(
                        1 + world.random.nextInt(30),
                        () -> node.engine.loader().onRunsAdded(place)));
    for (int i = 0; i < checks; i++) {
      addCheck();
    }
    for (int i = 0; i < instances; i++) {
      join();
    }
  }

  /** What an instance is called. */
  String nextName() {
    return "node-" + named++;
  }

  /** At one place or, at times, at both at once. */
  void addCheck() {
    SimulatedCheck check = new SimulatedCheck(world.name(), world.random);
    int first = world.random.nextInt(PLACES.size());
    boolean parallel = world.random.nextInt(4) == 0;
    for (int i = 0; i < PLACES.size(); i++) {
      if (i == first || parallel) {
        check.series.add(series(check, PLACES.get(i)));
      }
    }
    database.alerts.parents.choose(check);
    database.checks.put(check.id, check);
    check.reschedule(schedule(LONGEST_PERIOD), world.databaseMillis());
    tell(check);
  }

  /** A check at one place with its own schedule, and with no retries and no alerts. */
  SimulatedCheck addCheck(ScheduleVersion schedule) {
    SimulatedCheck check = new SimulatedCheck(world.name(), world.random);
    check.series.add(series(check, PLACES.get(0), null));
    database.checks.put(check.id, check);
    reschedule(check, schedule);
    return check;
  }

  /** Changes the schedule of a check, or pauses it. */
  void reschedule(SimulatedCheck check, @Nullable ScheduleVersion schedule) {
    check.reschedule(schedule, world.databaseMillis());
    tell(check);
  }

  private SimulatedMonitor series(SimulatedCheck check, String place) {
    RetryStrategy strategy =
        world.random.nextInt(3) == 0
            ? new RetryStrategy(RetryType.LINEAR, 15, world.random.nextBoolean(), 2, 600, List.of())
            : null;
    return series(check, place, strategy);
  }

  private SimulatedMonitor series(
      SimulatedCheck check, String place, @Nullable RetryStrategy strategy) {
    int id = database.monitors.size() + 1;
    ShardKey key = new ShardKey(place, world.random.nextInt(SHARDS));
    for (int shard = 0; shard < SHARDS; shard++) {
      database.shards.computeIfAbsent(
          new ShardKey(place, shard),
          made -> {
            SimulatedShard state = new SimulatedShard();
            state.watermark = world.databaseMillis() - 1; // A run may be due at this moment.
            return state;
          });
    }
    SimulatedMonitor made =
        new SimulatedMonitor(id, check.id, key, SimulatedMonitor.spec(id, strategy, PLACES));
    database.monitors.put(id, made);
    return made;
  }

  private ScheduleVersion schedule(int longest) {
    long period = PERIODS[world.random.nextInt(longest)];
    return new ScheduleVersion(0, ScheduleVersion.OPEN, period, world.random.nextLong(period));
  }

  private void tell(SimulatedCheck check) {
    for (SimulatedMonitor series : check.series) {
      for (SimulatedNode node : nodes) {
        node.process.after(
            1 + world.random.nextInt(30),
            () -> node.engine.loader().onCheckChanged(series.key.shard(), check.id));
      }
    }
  }

  /** Changes a check at random: its schedule, a pause or the end of one, what it asks for. */
  void changeSomething() {
    targets.change(database.monitors.size());
    if (database.isAway()) {
      return;
    }
    List<SimulatedCheck> all = List.copyOf(database.checks.values());
    SimulatedCheck check = all.get(world.random.nextInt(all.size()));
    switch (world.random.nextInt(11)) {
      case 0, 1 -> database.trigger(check);
      case 2 -> check.settings = SimulatedCheck.settings(world.random);
      case 3 -> check.held = !check.held;
      case 4 -> check.muted = !check.muted;
      case 5 -> all.forEach(database.alerts::resolveByHand);
      case 6, 7 -> attend(all);
      default -> {
        boolean pause = check.series.get(0).current() != null && world.random.nextBoolean();
        check.reschedule(pause ? null : schedule(LONGEST_PERIOD), world.databaseMillis());
        tell(check);
      }
    }
  }

  private void attend(List<SimulatedCheck> all) {
    long snoozed = world.random.nextInt(3) > 0 ? 0 : world.random.nextLong(600_000);
    boolean acknowledges = world.random.nextInt(4) > 0;
    all.forEach(check -> database.alerts.attend(check, acknowledges, snoozed));
  }

  /** From now on nothing fails, and every check runs at least once a minute. */
  void calm() {
    targets.calm = true;
    receivers.calm = true;
    nodes.add(new SimulatedNode(this, Set.copyOf(PLACES)));
    for (SimulatedCheck check : database.checks.values()) {
      check.held = false;
      check.reschedule(schedule(LONGEST_PERIOD - 1), world.databaseMillis());
      tell(check);
    }
  }

  /** Whether all alerts are over and everybody knows. */
  boolean isSettled() {
    return database.alerts.states.isEmpty() && database.alerts.outbox.pending.isEmpty();
  }

  void join() {
    int kind = world.random.nextInt(10);
    nodes.add(new SimulatedNode(this, kind < 2 ? Set.of(PLACES.get(kind)) : Set.copyOf(PLACES)));
  }

  List<SimulatedNode> nodes() {
    return nodes;
  }

  SimulatedNode any() {
    return nodes.get(world.random.nextInt(nodes.size()));
  }

  void kill(SimulatedNode node) {
    node.process.kill();
    nodes.remove(node);
  }

  void revive(SimulatedNode node) {
    node.restart();
    nodes.add(node);
  }

  void leave(SimulatedNode node) {
    nodes.remove(node);
    node.leave();
  }

  void databaseAway() {
    database.setAway(true);
  }

  void databaseBack() {
    database.setAway(false);
    nodes.forEach(
        node -> node.process.after(300, () -> node.engine.loader().onNotificationsLost()));
  }

  /** Shards whose owner is not among the instances that are well. */
  List<String> orphans() {
    Set<Long> well = new HashSet<>();
    nodes.stream()
        .filter(node -> !node.process.isFrozen())
        .forEach(node -> well.add(node.engine.cluster().id()));
    List<String> orphans = new ArrayList<>();
    database.shards.forEach(
        (key, state) -> {
          if (state.owner == null || !well.contains(state.owner)) {
            orphans.add(key + " of " + state.owner);
          }
        });
    return orphans;
  }

  /** How much of the past is accounted for: the oldest watermark's age in milliseconds. */
  long oldestWatermarkAge() {
    return database.shards.values().stream()
        .mapToLong(state -> world.databaseMillis() - state.watermark)
        .max()
        .orElse(0);
  }

  /** Slots up to the watermarks that are neither a result nor an open run, and other breaches. */
  List<String> breaches() {
    List<String> found = new ArrayList<>(database.violations);
    for (SimulatedMonitor monitor : database.monitors.values()) {
      SimulatedShard state = database.shards.get(monitor.key);
      long watermark = state == null ? 0 : state.watermark;
      Map<Long, SimulatedDatabase.Outcome> finals =
          database.finals.getOrDefault(monitor.id, new TreeMap<>());
      for (ScheduleVersion version : monitor.versions) {
        long last = version.last(watermark);
        for (long slot = version.first(version.from()); slot <= last; slot += version.period()) {
          if (!finals.containsKey(slot)
              && !database.open.containsKey(new ResultBatch.RunKey(monitor.id, slot))) {
            found.add(
                "series %d of %s at %d is not accounted for, watermark %d, %s"
                    .formatted(monitor.id, monitor.key, slot, watermark, version));
          }
        }
      }
    }
    return found;
  }

  /** Open runs that should have gone on long ago. */
  List<String> stuck() {
    List<String> stuck = new ArrayList<>();
    database.open.forEach(
        (key, waiting) -> {
          if (waiting.due() < world.databaseMillis() - 20_000) {
            stuck.add(key + " " + waiting);
          }
        });
    return stuck;
  }

  /** What must not be once all is settled. */
  List<String> alertBreaches() {
    List<String> found = new ArrayList<>(database.alerts.breaches());
    found.addAll(receivers.violations);
    Set<UUID> wanted = new HashSet<>();
    for (List<SimulatedAlerts.Alert> alerts : database.alerts.episodes.values()) {
      for (SimulatedAlerts.Alert alert : alerts) {
        for (long channel : alert.channels()) {
          UUID id = SimulatedOutbox.id(alert.id(), channel);
          wanted.add(id);
          if (!receivers.log.containsKey(id)) {
            found.add("lost: " + alert + " to " + channel);
          }
        }
      }
    }
    if (!wanted.equals(receivers.log.keySet())) {
      found.add("received what nobody sent");
    }
    return found;
  }
}
