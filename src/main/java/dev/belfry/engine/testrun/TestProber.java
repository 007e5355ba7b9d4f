package dev.belfry.engine.testrun;

import static java.util.Objects.requireNonNull;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Prober;
import dev.belfry.engine.probe.ProberSettings;
import dev.belfry.engine.probe.icmp.EchoRouter;
import dev.belfry.engine.probe.prober.NetworkProber;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.request.IncompleteRequestException;
import dev.belfry.engine.run.EvaluationResult;
import dev.belfry.engine.run.Evaluations;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.ResponseTimeRules;
import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.icmp.EchoGateway;
import dev.belfry.platform.trace.TraceContext;
import dev.belfry.platform.trace.TraceId;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Probes targets for tests, with a prober of its own, so that they delay no run. It is made with
 * the first test. Any thread may call.
 */
public final class TestProber {
  private static final int MOST_IN_FLIGHT = 30;
  private static final int MOST_PER_HOST = 3;

  private final ProberSettings settings;
  private final EchoGateway echoes;
  private @Nullable NetworkProber prober;

  /**
   * @param policy which addresses may be dialled
   * @param userAgent that every request sends: ASCII on one line
   * @param echoes sends the pings of ICMP monitors
   */
  public TestProber(AddressPolicy policy, String userAgent, EchoGateway echoes) {
    this.settings = new ProberSettings(1, policy, MOST_IN_FLIGHT, MOST_PER_HOST, userAgent);
    this.echoes = echoes;
  }

  /**
   * The result of a test.
   *
   * @param sent the request as it was sent, with a mask for its secrets
   */
  public record Tested(ProbeResult result, EvaluationResult evaluation, CompletedRequest sent) {
    /** The answer to a test, JSON text. What the target sent stays out. */
    public String answer() {
      return TestRunView.of(this);
    }
  }

  /** Why this process sends no pings; null when it does. */
  public @Nullable String pingRefusal() {
    return echoes.refusal();
  }

  /**
   * Probes the target once and judges the answer, whatever else is under way. Callers bound how
   * many they start. Fails when the request cannot be completed for want of the database.
   *
   * @param settings with a request
   */
  public Future<Tested> probe(
      CheckSettings settings, Function<ProbeRequest, Future<CompletedRequest>> completion) {
    ProbeRequest stored = request(settings);
    return completion
        .apply(stored)
        .compose(sent -> probe(sent.in(traced(sent.probe().request())), settings))
        .recover(failed -> unsent(failed, stored));
  }

  /**
   * The request of a test before it is completed.
   *
   * @param settings with a request
   */
  public static ProbeRequest request(CheckSettings settings) {
    return new ProbeRequest(
        requireNonNull(settings.execution().request()),
        timeout(settings.expectation().maxResponseTime()));
  }

  /** A trace of its own for a request that says its trace; null for others. */
  private static @Nullable TraceContext traced(CheckRequest request) {
    if (!request.sendsTraceparent()) {
      return null;
    }
    TraceId trace = TraceId.ofOne(UUID.randomUUID());
    return new TraceContext(trace, trace.attempt(1));
  }

  private Future<Tested> probe(CompletedRequest sent, CheckSettings settings) {
    return prober()
        .probe(sent.probe())
        .compose(
            result ->
                Evaluations.evaluateTest(result, settings.expectation(), sent.probe().request())
                    .map(evaluation -> new Tested(result, evaluation, sent)));
  }

  private static Future<Tested> unsent(Throwable failed, ProbeRequest stored) {
    return failed instanceof IncompleteRequestException incomplete
        ? Future.succeededFuture(
            new Tested(
                ProbeResult.unsent(incomplete.failure()),
                EvaluationResult.unsent(incomplete.failure()),
                CompletedRequest.asStored(stored)))
        : Future.failedFuture(failed);
  }

  private static Duration timeout(@Nullable Double most) {
    long millis = most == null ? ResponseTimeRules.MAX_MILLIS : most.longValue();
    return Duration.ofMillis(Math.max(1, Math.min(ResponseTimeRules.MAX_MILLIS, millis)));
  }

  private synchronized Prober prober() {
    NetworkProber known = prober;
    if (known == null) {
      known = new NetworkProber(settings, new EchoRouter(echoes));
      prober = known;
    }
    return known;
  }

  /** Ends the tests under way. The future never fails. */
  public Future<Void> close() {
    NetworkProber known;
    synchronized (this) {
      known = prober;
      prober = null;
    }
    return known == null ? Future.succeededFuture() : known.close().otherwiseEmpty();
  }
}
