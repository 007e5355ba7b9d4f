package dev.belfry.engine.testsession;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.request.RequestCompletion;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The runs of an instance, which come from the database and go there. */
final class StoredTestRuns implements TestRunOrigin {
  private final TestRunClaims claims;
  private final Set<String> locations;
  private final RequestCompletion completion;
  private final Sealer sealer;

  /**
   * @param locations of this instance
   */
  StoredTestRuns(
      TestRunClaims claims, Set<String> locations, RequestCompletion completion, Sealer sealer) {
    this.claims = claims;
    this.locations = locations;
    this.completion = completion;
    this.sealer = sealer;
  }

  @Override
  public Future<Claimed> claim(boolean mayPing, int most) {
    return claims.claim(locations, mayPing, false, most);
  }

  @Override
  public Future<Void> hold(Collection<ClaimedRun> runs) {
    return claims.hold(held(runs), null);
  }

  @Override
  public Future<Void> release(Collection<ClaimedRun> runs) {
    return claims.release(held(runs), null);
  }

  private static List<TestRunClaims.Held> held(Collection<ClaimedRun> runs) {
    return runs.stream().map(run -> new TestRunClaims.Held(run.id(), run.claim())).toList();
  }

  @Override
  public TestJob job(ClaimedRun run) {
    return TestJob.parse(
        sealer.unseal(TestSessionStore.jobPlace(run.account(), run.id()), run.job()));
  }

  @Override
  public Future<CompletedRequest> complete(ClaimedRun run, TestJob job, ProbeRequest stored) {
    return completion.complete(job.scope(run.account()), stored);
  }

  @Override
  public Future<Boolean> attempt(ClaimedRun run, TestJob job, TestAttempt attempt) {
    return claims.attempt(run, attempt.result(run, job));
  }

  @Override
  public Future<Void> end(ClaimedRun run, TestJob job, TestAttempt attempt) {
    return claims.end(
        run,
        TestOutcome.of(attempt.found().verdict()),
        attempt.message(),
        attempt.result(run, job));
  }

  @Override
  public Future<Void> fail(ClaimedRun run, String reason) {
    return claims.end(run, TestOutcome.ERROR, reason, null);
  }
}
