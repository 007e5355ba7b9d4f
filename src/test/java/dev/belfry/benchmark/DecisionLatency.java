package dev.belfry.benchmark;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.ratelimit.LimiterCounters;
import dev.belfry.api.ratelimit.PgArbiter;
import dev.belfry.api.ratelimit.RateLimiter;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Database;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * How long three limiters on one database take to decide, nothing else being done. Decisions are
 * asked for at a steady rate, whether or not others are under way. Prints the median and the 99th
 * percentile in microseconds, from the question to the decision. Arguments: keys that are chosen
 * from at random, decisions a second, seconds to warm up, seconds to measure.
 */
public final class DecisionLatency {
  private static final Duration WINDOW = Duration.ofSeconds(60);
  private static final int LIMIT = 600_000;

  /** As often as the service does. */
  private static final long SWEEP_MILLIS = 250;

  private final List<Instance> instances = new ArrayList<>();
  private final String[] keys;
  private final SplittableRandom random = new SplittableRandom(1);

  /** What one instance of the service has to decide with. */
  private record Instance(Vertx vertx, Context loop, Database database, RateLimiter limiter) {}

  private DecisionLatency(int keys) {
    this.keys = new String[keys];
    Arrays.setAll(this.keys, i -> "decision-" + i);
  }

  public static void main(String[] arguments) throws Exception {
    DecisionLatency latency = new DecisionLatency(Integer.parseInt(arguments[0]));
    Config.Database config = ConfigLoader.load(System.getenv(), Path.of("")).database();
    for (int i = 0; i < 3; i++) {
      latency.open(requireNonNull(config.address(), "BELFRY_DATABASE_URL"), config);
    }
    int rate = Integer.parseInt(arguments[1]);
    latency.decide(rate, Integer.parseInt(arguments[2]));
    long[] nanos = latency.decide(rate, Integer.parseInt(arguments[3]));
    Arrays.sort(nanos);
    System.out.printf(
        "%.1f %.1f%n", nanos[nanos.length / 2] / 1e3, nanos[nanos.length * 99 / 100] / 1e3);
    latency.close();
  }

  private void open(DatabaseAddress address, Config.Database config) throws Exception {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    Context loop = vertx.getOrCreateContext();
    CompletableFuture<Instance> opened = new CompletableFuture<>();
    loop.runOnContext(
        started -> {
          Database database = new Database(vertx, address, config, 1);
          RateLimiter limiter =
              new RateLimiter(
                  vertx.sharedData().getLocalMap("leases"),
                  new PgArbiter(database),
                  new LimiterCounters(),
                  new RateLimiter.Clocks(InstantSource.system(), System::nanoTime),
                  1);
          vertx.setPeriodic(SWEEP_MILLIS, due -> limiter.sweep());
          database
              .ready()
              .onSuccess(ready -> opened.complete(new Instance(vertx, loop, database, limiter)))
              .onFailure(opened::completeExceptionally);
        });
    instances.add(opened.get(30, TimeUnit.SECONDS));
  }

  private long[] decide(int rate, int seconds) {
    long[] nanos = new long[rate * seconds];
    AtomicInteger open = new AtomicInteger(nanos.length);
    AtomicInteger failed = new AtomicInteger();
    long begin = System.nanoTime();
    for (int i = 0; i < nanos.length; i++) {
      int index = i;
      String key = keys[random.nextInt(keys.length)];
      Instance instance = instances.get(random.nextInt(instances.size()));
      long planned = begin + i * (TimeUnit.SECONDS.toNanos(1) / rate);
      while (System.nanoTime() < planned) {
        LockSupport.parkNanos(planned - System.nanoTime());
      }
      instance.loop.runOnContext(
          turn -> {
            long asked = System.nanoTime();
            instance
                .limiter
                .take(key, LIMIT, WINDOW)
                .onComplete(
                    decided -> {
                      nanos[index] = System.nanoTime() - asked;
                      if (decided.failed() || !decided.result().admitted()) {
                        failed.incrementAndGet();
                      }
                      open.decrementAndGet();
                    });
          });
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (open.get() > 0 && System.nanoTime() < deadline) {
      LockSupport.parkNanos(1_000_000);
    }
    if (open.get() > 0 || failed.get() > 0) {
      throw new IllegalStateException(open + " open, " + failed + " refused or failed");
    }
    return nanos;
  }

  private void close() {
    for (Instance instance : instances) {
      CompletableFuture<Void> closed = new CompletableFuture<>();
      instance.loop.runOnContext(
          turn ->
              instance
                  .limiter
                  .close()
                  .transform(given -> instance.database.close())
                  .onComplete(done -> closed.complete(null)));
      closed.join();
    }
    Future.all(instances.stream().map(instance -> instance.vertx.close()).toList()).await();
  }
}
