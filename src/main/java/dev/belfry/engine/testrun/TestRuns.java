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
import dev.belfry.platform.config.Config;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.icmp.EchoGateway;
import dev.belfry.platform.trace.TraceContext;
import dev.belfry.platform.trace.TraceId;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tests with a prober of their own, so that they delay no run. All event loops share it. It is
 * made with the first test.
 */
public final class TestRuns implements AutoCloseable {
  /** Tests of one account under way at once. */
  static final int MOST_OF_ACCOUNT = 3;

  private static final int MOST_IN_FLIGHT = 30;
  private static final int MOST_PER_HOST = 3;

  private final Config.Probe config;
  private final String userAgent;
  private final EchoGateway echoes;
  private final Map<UUID, Integer> underWay = new ConcurrentHashMap<>();
  private @Nullable NetworkProber prober;

  /**
   * @param echoes sends the pings of ICMP monitors
   */
  public TestRuns(Config.Probe config, String userAgent, EchoGateway echoes) {
    this.config = config;
    this.userAgent = userAgent;
    this.echoes = echoes;
  }

  /** Why this instance sends no pings; null when it does. Any thread may call. */
  public @Nullable String pingRefusal() {
    return echoes.refusal();
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

  /**
   * Has a test take one of the places of an account. Fails with a 409 when this instance runs no
   * probes, with a 429 when the account has too many tests under way, and as the test does.
   */
  <T> Future<T> inPlace(UUID account, Supplier<Future<T>> test) {
    if (config.locations().isEmpty()) {
      return Future.failedFuture(
          new ApiException(ApiError.CONFLICT, "This instance runs no probes (BELFRY_LOCATIONS)"));
    }
    if (underWay.merge(account, 1, Integer::sum) > MOST_OF_ACCOUNT) {
      leave(account);
      return Future.failedFuture(
          new ApiException(
              ApiError.TOO_MANY_REQUESTS,
              "Too many tests of the account are under way; retry when one has ended"));
    }
    return Future.succeededFuture()
        .compose(taken -> test.get()) // It may throw: the place must be free again.
        .onComplete(ended -> leave(account));
  }

  /**
   * Probes the target once and judges the answer, whatever else is under way. Callers bound how
   * many they start. Fails when the request cannot be completed for want of the database.
   *
   * @param settings with a request
   */
  public Future<Tested> probe(
      CheckSettings settings, Function<ProbeRequest, Future<CompletedRequest>> completion) {
    CheckRequest request = requireNonNull(settings.execution().request());
    ProbeRequest stored =
        new ProbeRequest(request, timeout(settings.expectation().maxResponseTime()));
    return completion
        .apply(stored)
        .compose(sent -> probe(sent.in(traced(sent.probe().request())), settings))
        .recover(failed -> unsent(failed, stored));
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

  private void leave(UUID account) {
    underWay.computeIfPresent(account, (id, count) -> count == 1 ? null : count - 1);
  }

  private static Duration timeout(@Nullable Double most) {
    long millis = most == null ? ResponseTimeRules.MAX_MILLIS : most.longValue();
    return Duration.ofMillis(Math.max(1, Math.min(ResponseTimeRules.MAX_MILLIS, millis)));
  }

  private synchronized Prober prober() {
    NetworkProber known = prober;
    if (known == null) {
      ProberSettings all = ProberSettings.of(config, 1, userAgent);
      known =
          new NetworkProber(
              new ProberSettings(1, all.policy(), MOST_IN_FLIGHT, MOST_PER_HOST, userAgent),
              new EchoRouter(echoes));
      prober = known;
    }
    return known;
  }

  /** Ends the tests under way. It blocks; do not call it on an event loop. */
  @Override
  public void close() {
    NetworkProber known;
    synchronized (this) {
      known = prober;
      prober = null;
    }
    if (known != null) {
      known.close().await();
    }
  }
}
