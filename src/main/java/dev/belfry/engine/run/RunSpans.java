package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.request.SecretMask;
import dev.belfry.monitoring.check.ApiCheckRequest;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.trace.Span;
import dev.belfry.platform.trace.TraceContext;
import dev.belfry.platform.trace.TraceId;
import dev.belfry.platform.trace.Tracer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the spans of runs: one for each attempt, and one for the run when it ends. They hold no
 * text that a target sent, and no part of a request that may be secret. When no spans are exported,
 * a run costs one call that returns at once.
 */
final class RunSpans {
  private static final long MICROS = 1_000;

  private final Tracer tracer;

  RunSpans(Tracer tracer) {
    this.tracer = tracer;
  }

  /** What the next attempt says about its trace; null unless the check asks for it. */
  static @Nullable TraceContext context(Run run) {
    if (!run.spec.probe().request().sendsTraceparent()) {
      return null;
    }
    TraceId trace = trace(run);
    return new TraceContext(trace, trace.attempt(run.attempts + 1));
  }

  private static TraceId trace(Run run) {
    return TraceId.ofRun(run.checkId, run.key.seriesId(), run.key.at());
  }

  /**
   * Takes an attempt that has ended, before the state of its series changes.
   *
   * @param isRetried whether another attempt follows
   */
  void onAttempted(
      Run run, Attempts.Attempt attempt, EvaluationResult evaluation, boolean isRetried) {
    if (!tracer.isOn()) {
      return;
    }
    TraceId trace = trace(run);
    Verdict verdict = evaluation.verdict();
    boolean tellsSomething = verdict != Verdict.PASSED || run.attempts > 1 || run.isUrgent(verdict);
    if (!tellsSomething && !tracer.samples(trace)) {
      return;
    }
    tracer.offer(ofAttempt(run, attempt, evaluation, trace));
    if (!isRetried) {
      tracer.offer(ofRun(run, attempt, evaluation, trace));
    }
  }

  private static Span ofAttempt(
      Run run, Attempts.Attempt attempt, EvaluationResult evaluation, TraceId trace) {
    CheckRequest request = attempt.sent().probe().request();
    SecretMask mask = attempt.sent().mask();
    ProbeResult result = attempt.result();
    String method = method(request);
    long begun = attempt.begun() * MICROS;
    Span span =
        new Span(
            trace,
            trace.attempt(run.attempts),
            trace.run(),
            Span.Kind.CLIENT,
            method == null ? "probe " + request.type() : method,
            begun,
            ended(attempt));
    if (method != null) {
      span.with("http.request.method", method)
          .with("url.full", mask.hide(url(request)))
          .with("server.port", SpanUrl.port(request.target()));
      if (result.statusCode() > 0) {
        span.with("http.response.status_code", result.statusCode());
      }
      if (run.attempts > 1) {
        span.with("http.request.resend_count", run.attempts - 1L);
      }
    }
    span.with("server.address", mask.hide(attempt.host()))
        .with("network.peer.address", result.address())
        .with("belfry.attempt", run.attempts)
        .with("belfry.location", run.place.location())
        .with("belfry.verdict", evaluation.verdict().name());
    if (!result.redirects().isEmpty()) {
      span.with("belfry.redirects", result.redirects().size());
    }
    addParts(span, begun, result.timings());
    return judged(span, evaluation);
  }

  private static @Nullable String method(CheckRequest request) {
    if (request instanceof UrlRequest url) {
      return url.method();
    }
    return request instanceof ApiCheckRequest api ? api.method() : null;
  }

  private static String url(CheckRequest request) {
    boolean hasParameters =
        request instanceof ApiCheckRequest api && !api.queryParameters().isEmpty();
    return SpanUrl.of(request.target(), hasParameters);
  }

  /** The phases are sums over all hops, so they are shown one after the other. */
  private static void addParts(Span span, long begun, Timings timings) {
    long at = begun;
    span.part("wait", at, timings.waitMicros());
    at += timings.waitMicros();
    span.part("dns", at, timings.dnsMicros());
    at += timings.dnsMicros();
    span.part("connect", at, timings.tcpMicros());
    at += timings.tcpMicros();
    span.part("tls", at, timings.tlsMicros());
    at += timings.tlsMicros();
    span.part("first_byte", at, timings.firstByteMicros());
    at += timings.firstByteMicros();
    span.part("download", at, timings.downloadMicros());
  }

  private static long ended(Attempts.Attempt attempt) {
    Timings timings = attempt.result().timings();
    return attempt.begun() * MICROS + timings.waitMicros() + timings.totalMicros();
  }

  private static Span ofRun(
      Run run, Attempts.Attempt attempt, EvaluationResult evaluation, TraceId trace) {
    CheckRequest request = run.spec.probe().request();
    Span span =
        new Span(
            trace,
            trace.run(),
            0,
            Span.Kind.INTERNAL,
            "run " + request.type(),
            run.started * MICROS,
            ended(attempt));
    RunSpec.Owner owner = run.spec.owner();
    if (owner != null) {
      span.with("belfry.account.id", owner.account().toString())
          .with("belfry.check.name", owner.check());
    }
    span.with("belfry.check.id", run.checkId.toString())
        .with("belfry.check.type", request.type().name())
        .with("belfry.location", run.home.location())
        .with(
            "belfry.result.id",
            new ResultId(run.key.at(), run.key.seriesId(), 0).toGuid().toString())
        .with("belfry.scheduled_ms", run.key.at())
        .with("belfry.attempts", run.attempts)
        .with("belfry.verdict", evaluation.verdict().name());
    return judged(span, evaluation);
  }

  /** The sentence of the reason, since a message may have values that the target sent. */
  private static Span judged(Span span, EvaluationResult evaluation) {
    Reason reason = evaluation.reason();
    if (reason != Reason.NONE) {
      span.with("belfry.reason", reason.name());
    }
    Verdict verdict = evaluation.verdict();
    return verdict == Verdict.FAILED || verdict == Verdict.OBSERVER_FAULT
        ? span.with("error.type", reason.name()).failed(reason.sentence())
        : span;
  }
}
