package dev.belfry.engine.run;

import static java.util.Objects.requireNonNull;

import dev.belfry.alerting.alert.AlertService;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.platform.cluster.PgClusterRegistry;
import dev.belfry.platform.cluster.VertxTimers;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.trace.Tracer;
import dev.belfry.statuspages.incident.CheckIncidents;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The engine of one instance on a real database, with targets that answer without a network: how
 * many results one engine and one Postgres bear. For {@code src/test/load/run million}. Argument:
 * how long, in seconds. Prints {@code scheduled}, {@code ran}, {@code missed} and {@code waiting},
 * each with its number, every second, and the processor seconds of this process.
 */
public final class EngineShare {
  private static final long SHORTEST_MILLIS = 20;
  private static final long LONGEST_MILLIS = 100;

  private final Vertx vertx = Vertx.vertx();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Engine engine;

  private EngineShare(Config config) {
    DatabaseAddress address = requireNonNull(config.database().address(), "BELFRY_DATABASE_URL");
    Ids ids = new Ids(InstantSource.system());
    AlertService alerts =
        new AlertService(ids, "http://localhost", new CheckIncidents(ids), registry, Tracer.OFF);
    Database database =
        new Database(
            vertx,
            address,
            config.database().with(EngineVerticle.CONNECTIONS, EngineVerticle.STATEMENT_TIMEOUT),
            EngineVerticle.CONNECTIONS);
    engine =
        new Engine(
            new Engine.Settings(
                "share",
                config.probe().locations(),
                new OpenRuns.Capacity(EngineVerticle.MOST_OPEN_RUNS, 20_000),
                EngineVerticle.MOST_KEPT_ROWS),
            new VertxTimers(vertx),
            new PgClusterRegistry(database, false),
            new PgRunStore(database, alerts, false),
            request -> answer(),
            (scope, stored) -> Future.succeededFuture(CompletedRequest.asStored(stored)),
            new RunMetrics(registry),
            Tracer.OFF);
  }

  /** Runs the engine for so many seconds. */
  public static void main(String[] arguments) {
    EngineShare share = new EngineShare(ConfigLoader.load(System.getenv(), Path.of("")));
    share.run(Integer.parseInt(arguments[0]));
    System.exit(0);
  }

  private Future<ProbeResult> answer() {
    Promise<ProbeResult> done = Promise.promise();
    long millis = ThreadLocalRandom.current().nextLong(SHORTEST_MILLIS, LONGEST_MILLIS);
    vertx.setTimer(millis, due -> done.complete(RunSamples.passed(millis)));
    return done.future();
  }

  private void run(int seconds) {
    vertx.runOnContext(here -> engine.start());
    Promise<Void> over = Promise.promise();
    vertx.setPeriodic(1_000, second -> System.out.println(line()));
    vertx.setTimer(seconds * 1_000L, end -> over.complete());
    over.future().await();
  }

  private String line() {
    long cpu = ProcessHandle.current().info().totalCpuDuration().map(Duration::toMillis).orElse(0L);
    return "scheduled %.0f ran %.0f missed %.0f waiting %d cpu %d"
        .formatted(
            count("belfry.runs.scheduled"),
            count("belfry.runs.ran"),
            count("belfry.runs.missed"),
            engine.writer().waiting(),
            cpu);
  }

  private double count(String meter) {
    return registry.getMeters().stream()
        .filter(one -> one.getId().getName().equals(meter))
        .map(Meter::measure)
        .mapToDouble(measured -> measured.iterator().next().getValue())
        .sum();
  }
}
