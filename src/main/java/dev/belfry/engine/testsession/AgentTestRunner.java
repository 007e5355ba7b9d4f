package dev.belfry.engine.testsession;

import dev.belfry.engine.run.AgentLink;
import dev.belfry.engine.testrun.TestProber;
import dev.belfry.platform.db.WakeableJob;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the test sessions of an agent's location, with the service in place of the database.
 * Confined to an event loop.
 */
public final class AgentTestRunner {
  private static final Logger LOG = LoggerFactory.getLogger(AgentTestRunner.class);

  /** The service says when runs wait; this is for the case that it was not heard. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  private static final Duration SOON = Duration.ofSeconds(2);

  /** A service that is silent has the runs begun again by itself. */
  private static final long MOST_STOP_MILLIS = 1_000;

  private final TestRunner runner;
  private final TestProber prober;
  private final WakeableJob looks;
  private boolean stopped;

  /** Creates a runner that does nothing before the first {@link #look}. */
  public AgentTestRunner(Vertx vertx, AgentLink link, TestProber prober, InstantSource clock) {
    LinkedTestRuns runs = new LinkedTestRuns(link);
    this.prober = prober;
    this.runner =
        new TestRunner(
            runs,
            new TestRunExecution(vertx, prober, runs, clock),
            () -> prober.pingRefusal() == null);
    this.looks = new WakeableJob(vertx, this::round, () -> stopped);
    vertx.setPeriodic(TestRunner.HOLD.toMillis(), due -> hold());
  }

  /** Begins the runs that wait, and looks again from time to time. */
  public void look() {
    looks.wake();
  }

  private Future<Duration> round() {
    return runner
        .look(IDLE)
        .onFailure(failure -> LOG.debug("The service gave no test runs", failure))
        .otherwise(SOON);
  }

  private void hold() {
    if (!stopped) {
      runner.hold().onFailure(failure -> LOG.debug("Test runs are not held", failure));
    }
  }

  /** Gives back what is under way, and stops. The future never fails. */
  public Future<Void> stop() {
    stopped = true;
    return runner
        .stop()
        .timeout(MOST_STOP_MILLIS, TimeUnit.MILLISECONDS)
        .transform(released -> prober.close());
  }
}
