package dev.belfry.api.ratelimit;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/** Instances, an arbiter, and virtual time with what is to happen at which. */
final class LimiterWorld {
  static final Duration WINDOW = Duration.ofSeconds(60);
  static final long MILLI = 1_000_000L;

  /** How long a process waits for the arbiter before it goes on alone. */
  private static final long PATIENCE = 250 * MILLI;

  /** Only for its shared data: nothing here runs on event loops. */
  private static final Vertx VERTX = Vertx.vertx();

  private static int worlds;

  final Random random;
  final PriorityQueue<Event> events = new PriorityQueue<>();
  final FakeArbiter arbiter = new FakeArbiter(() -> millis() + arbiterSkew());
  final List<Instance> instances = new ArrayList<>();
  final List<Long> admitted = new ArrayList<>();
  final List<Integer> remaining = new ArrayList<>();
  int waited;
  int asked;
  final String name = "fleet-" + worlds++ + "-";
  long nanos = 7_000_000_000_000L;
  long order;
  boolean away;

  /** How far the arbiter's clock was set, which is not told to the instances. */
  long skewMillis;

  /** Whether asking the arbiter throws, as no arbiter should. */
  boolean broken;

  long latency = MILLI;

  LimiterWorld(long seed, int count) {
    random = new Random(seed);
    for (int i = 0; i < count; i++) {
      instances.add(new Instance(this, i));
    }
    sweepLater();
  }

  record Event(long at, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private long arbiterSkew() {
    return skewMillis;
  }

  long millis() {
    return 1_800_000_000_000L + nanos / MILLI;
  }

  void later(long delay, Runnable action) {
    events.add(new Event(nanos + delay, order++, action));
  }

  void run(Duration length) {
    long end = nanos + length.toNanos();
    while (!events.isEmpty() && events.peek().at() <= end) {
      Event event = events.poll();
      nanos = event.at();
      event.action().run();
    }
    nanos = end;
  }

  private void sweepLater() {
    later(
        250 * MILLI,
        () -> {
          instances.forEach(Instance::sweep);
          sweepLater();
        });
  }

  /** Requests of one key at random instances, so many a second, for a time. */
  void load(int limit, int perSecond, Duration length) {
    long count = perSecond * length.toMillis() / 1_000;
    for (long i = 0; i < count; i++) {
      later(
          (long) (random.nextDouble() * length.toNanos()),
          () -> instances.get(random.nextInt(instances.size())).request(limit));
    }
  }

  /** A process: its shared data and a limiter for each event loop. */
  static final class Instance implements Arbiter {
    private final LimiterWorld world;
    private final List<RateLimiter> loops = new ArrayList<>();
    final LocalMap<String, Lease> leases;
    final LimiterCounters counters = new LimiterCounters();
    boolean dead;

    Instance(LimiterWorld world, int number) {
      this.world = world;
      this.leases = VERTX.sharedData().getLocalMap(world.name + number);
      for (int loop = 0; loop < 2; loop++) {
        loops.add(
            new RateLimiter(
                leases,
                this,
                counters,
                new RateLimiter.Clocks(
                    () -> Instant.ofEpochMilli(world.millis()), () -> world.nanos),
                2));
      }
    }

    void request(int limit) {
      request("key", limit);
    }

    void requestAhead(int limit) {
      if (!dead) {
        Future<Decision> decision =
            loops
                .get(world.random.nextInt(2))
                .takeAhead("account", limit, WINDOW)
                .onSuccess(this::decided);
        world.waited += decision.isComplete() ? 0 : 1;
      }
    }

    void request(String key, int limit) {
      if (!dead) {
        Future<Decision> decision =
            loops.get(world.random.nextInt(2)).take(key, limit, WINDOW).onSuccess(this::decided);
        world.waited += decision.isComplete() ? 0 : 1;
      }
    }

    private void decided(Decision decision) {
      if (decision.admitted()) {
        world.admitted.add(world.nanos);
        world.remaining.add(decision.remaining());
      }
    }

    void sweep() {
      if (!dead) {
        loops.forEach(RateLimiter::sweep);
      }
    }

    @Override
    public Answer grant(Want want) {
      if (world.broken) {
        throw new IllegalStateException("broken");
      }
      Promise<Grant> inTime = Promise.promise();
      Promise<Grant> atLast = Promise.promise();
      atLast.future().onSuccess(inTime::tryComplete).onFailure(inTime::tryFail);
      world.asked++;
      world.later(PATIENCE, () -> inTime.tryFail("late"));
      long there = world.random.nextLong(world.latency) + 1;
      world.later(
          there,
          () -> {
            if (world.away) {
              world.later(there, () -> atLast.fail("away"));
              return;
            }
            Grant given = world.arbiter.grant(want).atLast().result();
            world.later(
                world.random.nextLong(world.latency) + 1,
                () -> {
                  if (!dead) {
                    atLast.complete(given);
                  }
                });
          });
      return new Answer(inTime.future(), atLast.future());
    }

    @Override
    public Future<Void> release(String bucket, long endMillis, int tokens) {
      Promise<Void> done = Promise.promise();
      world.later(
          world.random.nextLong(world.latency) + 1,
          () -> {
            if (!world.away) {
              world.arbiter.release(bucket, endMillis, tokens);
            }
            done.complete();
          });
      return done.future();
    }
  }
}
