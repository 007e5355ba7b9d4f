package dev.belfry.engine.testsession;

import dev.belfry.engine.request.ApiCompletion;
import dev.belfry.engine.testrun.TestRuns;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims runs of test sessions for the locations of this instance and executes them. Every
 * instance, also one without locations, ends the runs that no instance will.
 */
public final class TestSessionJob {
  private static final Logger LOG = LoggerFactory.getLogger(TestSessionJob.class);

  /** While runs wait for a place. */
  private static final Duration LOOK = Duration.ofMillis(200);

  /** While none waits; a notification is rarely lost, and an instance rarely dies. */
  private static final Duration IDLE_LOOK = Duration.ofSeconds(3);

  private static final Duration HOLD = Duration.ofSeconds(4);
  private static final Duration SWEEP = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Runs of this instance under way at once. */
  private static final int MOST = 30;

  /** Runs of one account under way at once, at all instances of a location. */
  private static final int MOST_OF_ACCOUNT = 15;

  private final JobRunner jobs;
  private final TestRuns tests;
  private final TestRunClaims claims;
  private final TestRunExecution execution;
  private final TestRunArrivals arrivals;
  private final Set<String> locations;
  private final Map<UUID, ClaimedRun> underWay = new ConcurrentHashMap<>();
  private volatile boolean stopping;

  /**
   * Creates the job; {@link #start} starts it.
   *
   * @param address of the database
   * @param arrivals announces runs to claim
   */
  public TestSessionJob(
      Vertx vertx,
      DatabaseAddress address,
      Config config,
      TestRuns tests,
      TestRunArrivals arrivals,
      Sealer sealer,
      InstantSource clock) {
    this.arrivals = arrivals;
    this.jobs = new JobRunner(vertx, address, config.database(), 2, PATIENCE);
    this.tests = tests;
    this.claims = new TestRunClaims(jobs.database());
    this.locations = config.probe().locations();
    this.execution =
        new TestRunExecution(
            vertx, tests, new ApiCompletion(jobs.database(), sealer, clock), sealer, claims, clock);
  }

  /** Starts the job. */
  public void start() {
    jobs.every(SWEEP, "Ending lost test runs", claims::giveUp);
    if (!locations.isEmpty()) {
      arrivals.onAnnounced(jobs.wakeable("Claiming test runs", this::look)::wake);
      jobs.every(HOLD, "Holding test runs", this::hold);
    }
  }

  /** Gives back what is under way, and stops. */
  public Future<Void> stop() {
    stopping = true; // What is given back must not be claimed again here.
    List<ClaimedRun> left = List.copyOf(underWay.values());
    underWay.clear();
    return (left.isEmpty() ? Future.<Void>succeededFuture() : claims.release(left))
        .transform(released -> jobs.stop());
  }

  /** Claims what there is room for; completes with the pause until the next look. */
  private Future<Duration> look() {
    int room = MOST - underWay.size();
    return room <= 0 || stopping
        ? Future.succeededFuture(LOOK)
        : claims
            .claim(locations, tests.pingRefusal() == null, MOST_OF_ACCOUNT, room)
            .map(
                claimed -> {
                  claimed.runs().forEach(this::begin);
                  return claimed.othersWait() ? LOOK : IDLE_LOOK;
                });
  }

  private void begin(ClaimedRun run) {
    underWay.put(run.id(), run);
    Future.succeededFuture()
        .compose(begun -> execution.execute(run)) // It may throw.
        .onFailure(
            failure -> LOG.warn("Test run {} is begun again: {}", run.id(), failure.getMessage()))
        .onComplete(done -> underWay.remove(run.id(), run));
  }

  private Future<Void> hold() {
    List<ClaimedRun> held = List.copyOf(underWay.values());
    return held.isEmpty() ? Future.succeededFuture() : claims.hold(held);
  }
}
