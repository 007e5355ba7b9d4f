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
import java.util.Set;

/**
 * Claims runs of test sessions for the locations of this instance and executes them. Every
 * instance, also one without locations, ends the runs that no instance will.
 */
public final class TestSessionJob {
  /** While none waits; a notification is rarely lost, and an instance rarely dies. */
  private static final Duration IDLE_LOOK = Duration.ofSeconds(3);

  private static final Duration SWEEP = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final JobRunner jobs;
  private final TestRunClaims claims;
  private final TestRunner runner;
  private final TestRunArrivals arrivals;
  private final Set<String> locations;

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
    this.claims = new TestRunClaims(jobs.database());
    this.locations = config.probe().locations();
    StoredTestRuns runs =
        new StoredTestRuns(
            claims, locations, new ApiCompletion(jobs.database(), sealer, clock), sealer);
    this.runner =
        new TestRunner(
            runs,
            new TestRunExecution(vertx, tests.prober(), runs, clock),
            () -> tests.pingRefusal() == null);
  }

  /** Starts the job. */
  public void start() {
    jobs.every(SWEEP, "Ending lost test runs", claims::giveUp);
    if (!locations.isEmpty()) {
      arrivals.onAnnounced(jobs.wakeable("Claiming test runs", () -> runner.look(IDLE_LOOK))::wake);
      jobs.every(TestRunner.HOLD, "Holding test runs", runner::hold);
    }
  }

  /** Gives back what is under way, and stops. */
  public Future<Void> stop() {
    return runner.stop().transform(released -> jobs.stop());
  }
}
