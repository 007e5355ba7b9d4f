package dev.belfry.engine.run;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.monitoring.assertion.AssertionRules;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.CheckSettings.Expectation;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Evaluates results, those with costly assertions on threads of their own. Requests whose
 * assertions have turned out slow share a thread and delay each other alone; so do test runs. Any
 * thread may call.
 */
public final class Evaluations {
  private static final Logger LOG = LoggerFactory.getLogger(Evaluations.class);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Processor time from which assertions are slow; the usual ones take a fiftieth of it. */
  private static final long SLOW_NANOS = 50_000_000;

  private static final int MOST_SLOW = 10_000;
  private static final Duration SLOW_FOR = Duration.ofMinutes(10);

  private static final Cache<List<Assertion>, Boolean> SLOW =
      Caffeine.newBuilder()
          .maximumSize(MOST_SLOW)
          .expireAfterWrite(SLOW_FOR)
          .executor(Runnable::run)
          .build();

  private Evaluations() {}

  /** One thread each, which exists while there is work for it. */
  private enum Lane {
    USUAL("belfry-evaluate", 10_000),
    SLOW("belfry-evaluate-slow", 32),
    TESTS("belfry-evaluate-tests", 32);

    private static final int IDLE_SECONDS = 10;

    @SuppressWarnings("ImmutableEnumChecker") // Its executor is set once.
    private final Executor thread;

    Lane(String name, int most) {
      ThreadPoolExecutor one =
          new ThreadPoolExecutor(
              1,
              1,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new LinkedBlockingQueue<>(most),
              work -> {
                Thread made = new Thread(work, name);
                made.setDaemon(true);
                return made;
              });
      one.allowCoreThreadTimeOut(true);
      thread = one;
    }
  }

  /**
   * The verdict of {@link Evaluator#evaluate} on a run: at once, or later on the context of the
   * caller if an assertion is costly. It is a fault of the observer when too many slow requests
   * wait. The future never fails.
   *
   * @param stored the request before it was completed, by which slow ones are known
   */
  public static Future<EvaluationResult> evaluate(
      ProbeResult result, Expectation expectation, CheckRequest request, CheckRequest stored) {
    return evaluate(false, result, expectation, request, stored);
  }

  /** The verdict on a test run, likewise; tests delay no runs. */
  public static Future<EvaluationResult> evaluateTest(
      ProbeResult result, Expectation expectation, CheckRequest request) {
    return evaluate(true, result, expectation, request, request);
  }

  private static Future<EvaluationResult> evaluate(
      boolean isTest,
      ProbeResult result,
      Expectation expectation,
      CheckRequest request,
      CheckRequest stored) {
    ProbeAnswer answer = result.answer();
    if (answer == null) {
      return Future.succeededFuture(Evaluator.evaluate(result, expectation, request));
    }
    Future<EvaluationResult> evaluated =
        AssertionRules.areCostly(request.assertions(), answer.characters())
            ? later(isTest ? Lane.TESTS : lane(stored), result, expectation, request, stored)
            : Future.succeededFuture(Evaluator.evaluate(result, expectation, request));
    return evaluated.onComplete(done -> answer.close());
  }

  private static Lane lane(CheckRequest stored) {
    return SLOW.getIfPresent(stored.assertions()) == null ? Lane.USUAL : Lane.SLOW;
  }

  private static Future<EvaluationResult> later(
      Lane lane,
      ProbeResult result,
      Expectation expectation,
      CheckRequest request,
      CheckRequest stored) {
    CompletableFuture<EvaluationResult> evaluated;
    try {
      evaluated =
          CompletableFuture.supplyAsync(
              () -> measured(result, expectation, request, stored), lane.thread);
    } catch (RejectedExecutionException e) {
      return Future.succeededFuture(starved());
    }
    Context context = Vertx.currentContext();
    Future<EvaluationResult> future =
        context == null
            ? Future.fromCompletionStage(evaluated)
            : Future.fromCompletionStage(evaluated, context);
    return future.otherwise(failed -> broken(stored, failed));
  }

  private static EvaluationResult measured(
      ProbeResult result, Expectation expectation, CheckRequest request, CheckRequest stored) {
    long begun = THREADS.getCurrentThreadCpuTime();
    EvaluationResult evaluation = Evaluator.evaluate(result, expectation, request);
    if (THREADS.getCurrentThreadCpuTime() - begun > SLOW_NANOS) {
      SLOW.put(stored.assertions(), true);
    } else {
      SLOW.invalidate(stored.assertions()); // The first evaluations of a process load classes.
    }
    return evaluation;
  }

  private static EvaluationResult starved() {
    return new EvaluationResult(
        Verdict.OBSERVER_FAULT,
        Reason.OBSERVER_STARVED,
        "Too many monitors have assertions that take much processor time",
        List.of());
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
