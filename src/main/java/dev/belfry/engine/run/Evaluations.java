package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.monitoring.assertion.AssertionRules;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.CheckSettings.Expectation;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates results, those with costly assertions on a thread of its own, so that the assertions of
 * one monitor delay no other. Any thread may call.
 */
public final class Evaluations {
  private static final Logger LOG = LoggerFactory.getLogger(Evaluations.class);
  private static final int IDLE_SECONDS = 10;

  private Evaluations() {}

  /** The thread exists while there is work for it. */
  private static final class Worker {
    static final Executor THREAD = create();

    private static Executor create() {
      ThreadPoolExecutor one =
          new ThreadPoolExecutor(
              1,
              1,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(),
              work -> {
                Thread thread = new Thread(work, "belfry-evaluate");
                thread.setDaemon(true);
                return thread;
              });
      one.allowCoreThreadTimeOut(true);
      return one;
    }
  }

  /**
   * The verdict of {@link Evaluator#evaluate}: at once, or later on the context of the caller if an
   * assertion is costly. The future never fails.
   */
  public static Future<EvaluationResult> evaluate(
      ProbeResult result, Expectation expectation, CheckRequest request) {
    if (result.answer() == null || !AssertionRules.areCostly(request.assertions())) {
      return Future.succeededFuture(Evaluator.evaluate(result, expectation, request));
    }
    CompletableFuture<EvaluationResult> evaluated =
        CompletableFuture.supplyAsync(
            () -> Evaluator.evaluate(result, expectation, request), Worker.THREAD);
    Context context = Vertx.currentContext();
    Future<EvaluationResult> future =
        context == null
            ? Future.fromCompletionStage(evaluated)
            : Future.fromCompletionStage(evaluated, context);
    return future.otherwise(failed -> broken(request, failed));
  }

  private static EvaluationResult broken(CheckRequest request, Throwable failed) {
    LOG.error(
        "Cannot evaluate the assertions of a monitor of {}, so its run fails",
        request.target(),
        failed);
    return new EvaluationResult(
        Verdict.FAILED, Reason.ASSERTION, "The assertions cannot be evaluated", List.of());
  }
}
