package dev.belfry.engine.testsession;

import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.run.EvaluationResult;
import dev.belfry.engine.run.FoundAttempt;
import dev.belfry.engine.run.ResultDetail;
import dev.belfry.engine.testrun.TestProber;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.RetryPlan;
import dev.belfry.platform.seal.UnsealException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the attempts of claimed runs and tells what they found. */
final class TestRunExecution {
  private static final Logger LOG = LoggerFactory.getLogger(TestRunExecution.class);

  private final Vertx vertx;
  private final TestProber prober;
  private final TestRunOrigin origin;
  private final InstantSource clock;

  TestRunExecution(Vertx vertx, TestProber prober, TestRunOrigin origin, InstantSource clock) {
    this.vertx = vertx;
    this.prober = prober;
    this.origin = origin;
    this.clock = clock;
  }

  /** One attempt of a run. */
  private record Attempt(
      ClaimedRun run, TestJob job, CheckSettings settings, int number, long firstNanos) {
    Attempt next() {
      return new Attempt(run, job, settings, number + 1, firstNanos);
    }
  }

  /**
   * Runs a check and completes when the outcome is stored. Fails when the origin is away; then the
   * run is begun again when it is no longer held.
   */
  Future<Void> execute(ClaimedRun run) {
    try {
      TestJob job = origin.job(run);
      return attempt(new Attempt(run, job, job.settings(), 1, System.nanoTime()));
    } catch (UnsealException lost) {
      return origin.fail(run, "The check cannot be read: " + lost.getMessage());
    } catch (IllegalArgumentException unfit) {
      LOG.error("Test run {} has settings that cannot be run: {}", run.id(), unfit.getMessage());
      return origin.fail(run, "The check has settings that cannot be run");
    }
  }

  private Future<Void> attempt(Attempt attempt) {
    long started = clock.millis();
    return prober
        .probe(
            attempt.settings(),
            stored ->
                stored.request().type().hasVariables()
                    ? origin.complete(attempt.run(), attempt.job(), stored)
                    : Future.succeededFuture(CompletedRequest.asStored(stored)))
        .compose(tested -> onTested(attempt, tested, started));
  }

  private Future<Void> onTested(Attempt attempt, TestProber.Tested tested, long started) {
    EvaluationResult evaluation = tested.evaluation();
    Optional<Duration> pause =
        RetryPlan.next(
            attempt.job().retry(),
            attempt.number(),
            Duration.ofNanos(System.nanoTime() - attempt.firstNanos()),
            evaluation.verdict(),
            tested.result().statusCode() != 0);
    String message =
        evaluation.message().isEmpty() ? null : tested.sent().mask().hide(evaluation.message());
    TestAttempt made =
        new TestAttempt(
            new FoundAttempt(
                started,
                attempt.number() - 1,
                evaluation.verdict(),
                evaluation.reason(),
                tested.result().statusCode(),
                tested.result().timings(),
                ResultDetail.ofTest(tested.sent(), tested.result(), evaluation)),
            pause.isEmpty(),
            message,
            attempt.job().isTest() ? tested.answer() : null);
    if (pause.isEmpty()) {
      return origin.end(attempt.run(), attempt.job(), made);
    }
    return origin
        .attempt(attempt.run(), attempt.job(), made)
        .compose(
            held ->
                held
                    ? after(pause.get()).compose(paused -> attempt(attempt.next()))
                    : Future.succeededFuture());
  }

  private Future<Void> after(Duration pause) {
    if (pause.isZero()) {
      return Future.succeededFuture();
    }
    Promise<Void> promise = Promise.promise();
    vertx.setTimer(pause.toMillis(), due -> promise.complete());
    return promise.future();
  }
}
