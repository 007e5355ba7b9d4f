package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.request.RequestCompletion;
import dev.belfry.engine.result.UnstoredResult;
import dev.belfry.engine.run.EvaluationResult;
import dev.belfry.engine.run.ResultDetail;
import dev.belfry.engine.testrun.TestRuns;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.RetryPlan;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.UnsealException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the attempts of claimed runs and stores what they found. */
final class TestRunExecution {
  private static final Logger LOG = LoggerFactory.getLogger(TestRunExecution.class);

  private final Vertx vertx;
  private final TestRuns tests;
  private final RequestCompletion completion;
  private final Sealer sealer;
  private final TestRunClaims claims;
  private final InstantSource clock;

  TestRunExecution(
      Vertx vertx,
      TestRuns tests,
      RequestCompletion completion,
      Sealer sealer,
      TestRunClaims claims,
      InstantSource clock) {
    this.vertx = vertx;
    this.tests = tests;
    this.completion = completion;
    this.sealer = sealer;
    this.claims = claims;
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
   * Runs a check and completes when the outcome is stored. Fails when the database is away; then
   * the run is begun again when it is no longer held.
   */
  Future<Void> execute(ClaimedRun run) {
    try {
      TestJob job =
          TestJob.parse(
              sealer.unseal(TestSessionStore.jobPlace(run.account(), run.id()), run.job()));
      return attempt(new Attempt(run, job, job.settings(), 1, System.nanoTime()));
    } catch (UnsealException lost) {
      return claims.end(
          run, TestOutcome.ERROR, "The check cannot be read: " + lost.getMessage(), null);
    } catch (IllegalArgumentException unfit) {
      LOG.error("Test run {} has settings that cannot be run: {}", run.id(), unfit.getMessage());
      return claims.end(run, TestOutcome.ERROR, "The check has settings that cannot be run", null);
    }
  }

  private Future<Void> attempt(Attempt attempt) {
    long started = clock.millis();
    TestJob job = attempt.job();
    return tests
        .probe(
            attempt.settings(),
            stored ->
                stored.request().type().hasVariables()
                    ? completion.complete(job.scope(attempt.run().account()), stored)
                    : Future.succeededFuture(CompletedRequest.asStored(stored)))
        .compose(tested -> onTested(attempt, tested, started));
  }

  private Future<Void> onTested(Attempt attempt, TestRuns.Tested tested, long started) {
    EvaluationResult evaluation = tested.evaluation();
    Optional<Duration> pause =
        RetryPlan.next(
            attempt.job().retry(),
            attempt.number(),
            Duration.ofNanos(System.nanoTime() - attempt.firstNanos()),
            evaluation.verdict(),
            tested.result().statusCode() != 0);
    String result =
        attempt.job().isTest()
            ? tested.answer()
            : result(attempt, tested, started, pause.isEmpty());
    if (pause.isPresent()) {
      return claims
          .attempt(attempt.run(), result)
          .compose(
              held ->
                  held
                      ? after(pause.get()).compose(paused -> attempt(attempt.next()))
                      : Future.succeededFuture());
    }
    String message =
        evaluation.message().isEmpty() ? null : tested.sent().mask().hide(evaluation.message());
    return claims.end(attempt.run(), TestOutcome.of(evaluation.verdict()), message, result);
  }

  private Future<Void> after(Duration pause) {
    if (pause.isZero()) {
      return Future.succeededFuture();
    }
    Promise<Void> promise = Promise.promise();
    vertx.setTimer(pause.toMillis(), due -> promise.complete());
    return promise.future();
  }

  private static String result(
      Attempt attempt, TestRuns.Tested tested, long started, boolean isFinal) {
    ClaimedRun run = attempt.run();
    EvaluationResult evaluation = tested.evaluation();
    ObjectNode node =
        UnstoredResult.of(
            new UnstoredResult.Run(
                run.id(),
                run.check(),
                run.name(),
                Objects.requireNonNull(attempt.settings().execution().request()),
                run.location(),
                started,
                attempt.number() - 1,
                isFinal),
            new UnstoredResult.Found(
                evaluation.verdict(),
                evaluation.reason(),
                tested.result().statusCode(),
                times(tested.result().timings()),
                ResultDetail.ofTest(tested.sent(), tested.result(), evaluation)));
    return node.toString();
  }

  private static UnstoredResult.Times times(Timings timings) {
    return new UnstoredResult.Times(
        timings.dnsMicros(),
        timings.tcpMicros(),
        timings.tlsMicros(),
        timings.firstByteMicros(),
        timings.downloadMicros(),
        timings.totalMicros());
  }
}
