package dev.belfry.engine.run;

import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Prober;
import dev.belfry.engine.request.ApiScope;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.request.IncompleteRequestException;
import dev.belfry.engine.request.RequestCompletion;
import dev.belfry.engine.run.observer.Observer;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.trace.TraceContext;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * Makes attempts: completes the request, probes and evaluates the answer. It knows no runs.
 * Confined to one thread.
 */
final class Attempts {
  private final Prober prober;
  private final RequestCompletion completion;
  private final Observer observer;

  Attempts(Prober prober, RequestCompletion completion, Observer observer) {
    this.prober = prober;
    this.completion = completion;
    this.observer = observer;
  }

  /**
   * One attempt.
   *
   * @param begun by the engine's clock
   * @param observed when it began, by the observer's clock
   * @param host that was asked
   * @param sent the request as it was sent
   */
  record Attempt(
      long begun,
      long observed,
      String host,
      CompletedRequest sent,
      ProbeResult result,
      EvaluationResult evaluation) {}

  /**
   * Makes an attempt. The future never fails.
   *
   * @param trace for requests that say what trace they belong to; null for none
   */
  Future<Attempt> make(RunSpec spec, long begun, @Nullable TraceContext trace) {
    ApiScope scope = spec.scope();
    if (scope == null) {
      return probe(spec, begun, CompletedRequest.asStored(spec.probe()).in(trace));
    }
    return completion
        .complete(scope, spec.probe())
        .transform(
            sent ->
                sent.succeeded()
                    ? probe(spec, begun, sent.result().in(trace))
                    : Future.succeededFuture(unsent(spec, begun, sent.cause())));
  }

  private Future<Attempt> probe(RunSpec spec, long begun, CompletedRequest sent) {
    CheckRequest request = sent.probe().request();
    String host = request.host();
    long observed = observer.onAttemptBegun(host);
    return prober
        .probe(sent.probe())
        .compose(
            result ->
                Evaluations.evaluate(result, spec.expectation(), request, spec.probe().request())
                    .map(
                        evaluation ->
                            new Attempt(begun, observed, host, sent, result, evaluation)));
  }

  private Attempt unsent(RunSpec spec, long begun, Throwable incomplete) {
    Failure failure =
        incomplete instanceof IncompleteRequestException told
            ? told.failure()
            : new Failure(
                Reason.OBSERVER_WITHOUT_DATABASE, Reason.OBSERVER_WITHOUT_DATABASE.sentence());
    String host = spec.probe().request().host();
    return new Attempt(
        begun,
        observer.onAttemptBegun(host),
        host,
        CompletedRequest.asStored(spec.probe()),
        ProbeResult.unsent(failure),
        EvaluationResult.unsent(failure));
  }

  /** The evaluation of an attempt, as a fault of this instance if the observer finds one. */
  EvaluationResult observed(Attempt attempt) {
    EvaluationResult evaluation = attempt.evaluation();
    return observer
        .onAttemptEnded(
            attempt.host(),
            attempt.observed(),
            attempt.result().reason(),
            evaluation.verdict(),
            evaluation.reason())
        .map(evaluation::asObserverFault)
        .orElse(evaluation);
  }
}
