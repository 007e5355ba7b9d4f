package dev.belfry.run;

import dev.belfry.check.Reason;
import dev.belfry.check.RetryStrategy;
import dev.belfry.check.RetryType;
import dev.belfry.check.Verdict;
import dev.belfry.cluster.ShardKey;
import dev.belfry.probe.ProbeAnswer;
import dev.belfry.probe.ProbeResult;
import dev.belfry.probe.Timings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Several engines, the real ones, on one simulated database with seeded faults. */
final class Simulation {
  private static final int SHARDS = 8;
  private static final long[] PERIODS = {10_000, 20_000, 30_000, 60_000, 300_000};
  static final List<String> PLACES = List.of("here", "there");

  final World world;
  final SimulatedDatabase database;
  private final List<Node> nodes = new ArrayList<>();
  private int named;

  /** One running instance. */
  final class Node {
    final World.Machine process = world.new Machine();
    final Set<String> locations;
    Runner engine;

    Node(Set<String> locations) {
      this.locations = locations;
      engine = start();
    }

    private Runner start() {
      SimulatedDatabase.Client client = database.new Client(process);
      Runner made =
          new Runner(
              new Runner.Settings(
                  "node-" + named++, locations, new Runs.Capacity(10_000, 10_000), 60),
              process,
              client,
              client,
              request -> probe(process),
              new RunMetrics(new SimpleMeterRegistry()));
      made.start();
      return made;
    }

    void restart() {
      engine = start();
    }
  }

  Simulation(long seed, int monitors, int instances) {
    world = new World(seed);
    database = new SimulatedDatabase(world);
    database.runsLeft =
        place ->
            nodes.forEach(
                node ->
                    node.process.after(
                        1 + world.random.nextInt(30), () -> node.engine.runsLeft(place)));
    for (int i = 0; i < monitors; i++) {
      addMonitor();
    }
    for (int i = 0; i < instances; i++) {
      join();
    }
  }

  private Future<ProbeResult> probe(World.Machine process) {
    Promise<ProbeResult> done = Promise.promise();
    int kind = world.random.nextInt(100);
    long takes = kind < 95 ? 1 + world.random.nextInt(80) : 5_000;
    process.after(takes, () -> done.complete(result(kind, takes)));
    return done.future();
  }

  private static ProbeResult result(int kind, long takes) {
    Timings timings = new Timings(0, 0, 0, 0, takes * 1_000, 0, takes * 1_000);
    if (kind < 90) {
      return new ProbeResult(
          Reason.NONE,
          "",
          new ProbeAnswer(200, "OK", List.of(), "", 0, false),
          timings,
          null,
          List.of(),
          null);
    }
    Reason reason = kind < 95 ? Reason.CONNECTION_REFUSED : Reason.FIRST_BYTE_TIMEOUT;
    return new ProbeResult(reason, reason.sentence(), null, timings, null, List.of(), null);
  }

  void addMonitor() {
    int id = database.monitors.size() + 1;
    UUID check = new UUID(id, id);
    boolean retries = world.random.nextInt(3) == 0;
    String place = PLACES.get(world.random.nextInt(PLACES.size()));
    RetryStrategy strategy =
        retries
            ? new RetryStrategy(RetryType.LINEAR, 15, world.random.nextBoolean(), 2, 600, List.of())
            : null;
    RunSpec spec = SimulatedMonitor.spec(id, strategy, PLACES);
    ShardKey key = new ShardKey(place, world.random.nextInt(SHARDS));
    SimulatedMonitor monitor = new SimulatedMonitor(id, check, key, spec);
    for (int shard = 0; shard < SHARDS; shard++) {
      database.shards.computeIfAbsent(
          new ShardKey(place, shard),
          made -> {
            SimulatedShard state = new SimulatedShard();
            state.watermark = world.databaseMillis();
            return state;
          });
    }
    database.monitors.put(id, monitor);
    monitor.reschedule(schedule(), world.databaseMillis());
    tell(monitor);
  }

  private Version schedule() {
    long period = PERIODS[world.random.nextInt(PERIODS.length)];
    return new Version(0, Version.OPEN, period, world.random.nextLong(period));
  }

  private void tell(SimulatedMonitor monitor) {
    for (Node node : nodes) {
      node.process.after(
          1 + world.random.nextInt(30),
          () -> node.engine.changed(monitor.key.shard(), monitor.check));
    }
  }

  /** Changes a monitor at random: another schedule, a pause, the end of one. */
  void changeSomething() {
    if (database.away) {
      return;
    }
    List<SimulatedMonitor> all = List.copyOf(database.monitors.values());
    SimulatedMonitor monitor = all.get(world.random.nextInt(all.size()));
    if (world.random.nextInt(4) == 0) {
      database.trigger(monitor);
      return;
    }
    monitor.reschedule(
        monitor.current() != null && world.random.nextBoolean() ? null : schedule(),
        world.databaseMillis());
    tell(monitor);
  }

  void join() {
    int kind = world.random.nextInt(10);
    nodes.add(new Node(kind < 2 ? Set.of(PLACES.get(kind)) : Set.copyOf(PLACES)));
  }

  List<Node> nodes() {
    return nodes;
  }

  Node any() {
    return nodes.get(world.random.nextInt(nodes.size()));
  }

  void kill(Node node) {
    node.process.kill();
    nodes.remove(node);
  }

  void revive(Node node) {
    node.restart();
    nodes.add(node);
  }

  void leave(Node node) {
    nodes.remove(node);
    node.engine.leave();
  }

  void databaseAway() {
    database.away = true;
  }

  void databaseBack() {
    database.away = false;
    nodes.forEach(node -> node.process.after(300, node.engine::changedAll));
  }

  /** Shards whose owner is not among the instances that are well. */
  List<String> orphans() {
    Set<Long> well = new java.util.HashSet<>();
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
      for (Version version : monitor.versions) {
        long last = version.last(watermark);
        for (long slot = version.first(version.from()); slot <= last; slot += version.period()) {
          if (!finals.containsKey(slot)
              && !database.open.containsKey(new Batch.RunKey(monitor.id, slot))) {
            found.add(
                "series "
                    + monitor.id
                    + " of "
                    + monitor.key
                    + " at "
                    + slot
                    + " is not accounted for, watermark "
                    + watermark
                    + ", "
                    + version);
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

  /** Results by what they are. */
  Map<String, Integer> tally() {
    Map<String, Integer> tally = new TreeMap<>();
    database
        .finals
        .values()
        .forEach(
            finals ->
                finals
                    .values()
                    .forEach(
                        outcome ->
                            tally.merge(
                                outcome.verdict() == Verdict.MISSED
                                    ? outcome.reason().name()
                                    : outcome.verdict().name(),
                                1,
                                Integer::sum)));
    return tally;
  }
}
