package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.platform.trace.Tracer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A large cluster on a virtual clock: the real engine of each instance, a database that counts, and
 * targets that answer. An instance is killed every minute and comes back half a minute later. For
 * {@code src/test/load/run simulation}. Arguments: monitors, instances, minutes, seed. Exits with 1
 * when a run is unaccounted for or counted twice, or a shard was without an owner for too long.
 */
public final class LargeSimulation {
  private static final int LOCATIONS = 22;
  private static final long STEP_MILLIS = 100;
  private static final long MOST_TAKEOVER_MILLIS = 5_000;
  private static final int MOST_KEPT_ROWS = 150_000;

  private final SimulatedWorld world;
  private final LargeDatabase database;
  private final Set<String> places;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Long> takeovers = new ArrayList<>();
  private int named;

  private LargeSimulation(int monitors, int instances, long seed) {
    List<String> all = IntStream.range(0, LOCATIONS).mapToObj(i -> "account/place-" + i).toList();
    places = Set.copyOf(all);
    world = new SimulatedWorld(seed);
    database = new LargeDatabase(world, all, monitors);
    for (int i = 0; i < instances; i++) {
      nodes.add(new Node());
    }
  }

  /** An instance with its clock. */
  private final class Node {
    final SimulatedWorld.Machine process = world.new Machine();
    Engine engine = start();

    Engine start() {
      LargeClient client = new LargeClient(database, process);
      Engine made =
          new Engine(
              new Engine.Settings(
                  "node-" + named++, places, new OpenRuns.Capacity(100_000, 2_000), MOST_KEPT_ROWS),
              process,
              client,
              client,
              request -> answer(),
              (scope, stored) -> Future.succeededFuture(CompletedRequest.asStored(stored)),
              new RunMetrics(new SimpleMeterRegistry()),
              Tracer.OFF);
      made.start();
      return made;
    }

    private Future<ProbeResult> answer() {
      Promise<ProbeResult> done = Promise.promise();
      long takes = 20L + world.random.nextInt(80);
      process.after(takes, () -> done.complete(RunSamples.passed(takes)));
      return done.future();
    }
  }

  public static void main(String[] arguments) {
    int monitors = Integer.parseInt(arguments[0]);
    int instances = Integer.parseInt(arguments[1]);
    int minutes = Integer.parseInt(arguments[2]);
    LargeSimulation simulation =
        new LargeSimulation(monitors, instances, Long.parseLong(arguments[3]));
    System.exit(simulation.run(minutes) ? 0 : 1);
  }

  private boolean run(int minutes) {
    long begun = System.nanoTime();
    long owned = untilOwned();
    say("all shards have an owner after %d ms", owned);
    world.run(60_000 - owned);
    for (int minute = 2; minute <= minutes; minute++) {
      Map<String, Long> statements = Map.copyOf(database.statements);
      long ran = database.ran;
      long rows = database.rows;
      database.runsOf.clear();
      Node victim = nodes.get(world.random.nextInt(nodes.size()));
      victim.process.kill();
      nodes.remove(victim);
      long took = untilOwned();
      takeovers.add(took);
      world.run(30_000 - took);
      victim.engine = victim.start();
      nodes.add(victim);
      world.run(30_000);
      say(
          "minute %d: %,d runs, one takeover in %d ms; of an instance %s; %,.0f rows/s; per second %s",
          minute,
          database.ran - ran,
          took,
          balance(),
          (database.rows - rows) / 60.0,
          rates(statements));
    }
    nodes.forEach(node -> node.engine.leave());
    world.run(20_000);
    LargeDatabase.Account account = database.ledger();
    Collections.sort(takeovers);
    long longest = takeovers.isEmpty() ? owned : takeovers.get(takeovers.size() - 1);
    say(
        "%,d scheduled, %,d ran, missed %s, difference %d, twice %d; latest begin %d ms",
        account.scheduled(),
        database.ran,
        database.missed,
        account.difference(),
        database.twice,
        database.latest);
    say(
        "takeovers: median %d ms, longest %d ms; %,d events in %d s, heap %d MiB",
        takeovers.isEmpty() ? owned : takeovers.get(takeovers.size() / 2),
        longest,
        world.events(),
        (System.nanoTime() - begun) / 1_000_000_000,
        (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20);
    return account.difference() == 0 && database.twice == 0 && longest <= MOST_TAKEOVER_MILLIS;
  }

  /** Lets time pass until all shards belong to instances that live; returns how much. */
  private long untilOwned() {
    long from = world.millis();
    while (!isOwned() && world.millis() - from < 30_000) {
      world.run(STEP_MILLIS);
    }
    return world.millis() - from;
  }

  private boolean isOwned() {
    Set<Long> alive = new TreeSet<>();
    nodes.forEach(node -> alive.add(node.engine.cluster().id()));
    return database.shards.values().stream()
        .allMatch(shard -> shard.owner != null && alive.contains(shard.owner));
  }

  /** Shards of an instance and runs that it made in the minute: least, mean and most. */
  private String balance() {
    List<Integer> shards = nodes.stream().map(node -> node.engine.cluster().shards()).toList();
    long mean = database.runsOf.values().stream().mapToLong(Long::longValue).sum() / nodes.size();
    return String.format(
        Locale.ROOT,
        "%d to %d shards, %d runs in the mean, %d at most",
        Collections.min(shards),
        Collections.max(shards),
        mean,
        Collections.max(database.runsOf.values()));
  }

  private String rates(Map<String, Long> before) {
    StringBuilder text = new StringBuilder();
    database.statements.forEach(
        (name, count) ->
            text.append(
                String.format(
                    Locale.ROOT,
                    "%s%s %.1f",
                    text.isEmpty() ? "" : ", ",
                    name,
                    (count - before.getOrDefault(name, 0L)) / 60.0)));
    return text.toString();
  }

  private static void say(String format, Object... values) {
    System.out.printf(Locale.ROOT, format + "%n", values);
  }
}
