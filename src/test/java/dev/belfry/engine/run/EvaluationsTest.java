package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.probe.tcp.TcpAnswer;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.CheckSettings.Expectation;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.TcpRequest;
import dev.belfry.monitoring.check.Verdict;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EvaluationsTest {
  private static final Expectation ANY = new Expectation(false, null, null);
  private static final ProbeResult BANNER =
      new ProbeResult(
          Reason.NONE,
          "",
          new TcpAnswer("220 ready", 9, false),
          Timings.NONE,
          null,
          List.of(),
          null);

  private static Future<EvaluationResult> evaluate(@Nullable String regex) {
    Assertion assertion =
        new Assertion(AssertionSource.RESPONSE_DATA, Comparison.CONTAINS, "22", "", regex);
    TcpRequest request = TcpRequest.of("e.org", 25, null, null, List.of(assertion));
    return Evaluations.evaluate(BANNER, ANY, request, request);
  }

  private static EvaluationResult get(Future<EvaluationResult> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
  }

  @Test
  void whatIsCheapIsEvaluatedAtOnce() {
    Future<EvaluationResult> evaluated = evaluate(null);
    assertThat(evaluated.isComplete()).isTrue();
    assertThat(evaluated.result().verdict()).isEqualTo(Verdict.PASSED);
  }

  @Test
  void whatIsCostlyIsEvaluatedElsewhere() throws Exception {
    assertThat(get(evaluate("\\d+")).verdict()).isEqualTo(Verdict.PASSED);
    EvaluationResult wrong = get(evaluate("("));
    assertThat(wrong.reason()).isEqualTo(Reason.ASSERTION);
    assertThat(wrong.assertions()).hasSize(1);
  }

  /** Takes much more time than the bound, whatever the machine. */
  private static CheckRequest slow(String name) {
    String regex = "(a|b|ab)*".repeat(40) + "x";
    Assertion one =
        new Assertion(AssertionSource.RESPONSE_DATA, Comparison.CONTAINS, name, "", regex);
    return TcpRequest.of(name, 25, null, null, Collections.nCopies(100, one));
  }

  private static final ProbeResult LONG =
      new ProbeResult(
          Reason.NONE,
          "",
          new TcpAnswer("ab".repeat(5_000), 10_000, false),
          Timings.NONE,
          null,
          List.of(),
          null);

  @Test
  void slowAssertionsAreGivenUpAndDelayNoneButEachOther() throws Exception {
    EvaluationResult first =
        get(Evaluations.evaluate(LONG, ANY, slow("hostile.org"), slow("hostile.org")));
    assertThat(first.assertions()).hasSize(100);
    assertThat(first.assertions().get(99).error())
        .isEqualTo("The assertions before it took too much processor time");

    List<Future<EvaluationResult>> crowd = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      crowd.add(Evaluations.evaluate(LONG, ANY, slow("hostile.org"), slow("hostile.org")));
    }
    assertThat(get(evaluate("\\d+")).verdict()).isEqualTo(Verdict.PASSED);
    assertThat(crowd).anyMatch(one -> !one.isComplete());
    assertThat(crowd)
        .filteredOn(Future::isComplete)
        .isNotEmpty()
        .anySatisfy(
            one -> {
              assertThat(one.result().verdict()).isEqualTo(Verdict.OBSERVER_FAULT);
              assertThat(one.result().reason()).isEqualTo(Reason.OBSERVER_STARVED);
            });
  }

  @Test
  void theVerdictComesOnTheContextOfTheCaller() throws Exception {
    Vertx vertx = Vertx.vertx();
    CompletableFuture<Boolean> same = new CompletableFuture<>();
    try {
      vertx.runOnContext(
          nothing -> {
            Thread caller = Thread.currentThread();
            evaluate("\\d+")
                .onComplete(done -> same.complete(Thread.currentThread().equals(caller)));
          });
      assertThat(same.get(5, TimeUnit.SECONDS)).isTrue();
    } finally {
      vertx.close().await();
    }
  }
}
