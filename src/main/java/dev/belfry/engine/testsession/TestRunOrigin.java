package dev.belfry.engine.testsession;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.request.CompletedRequest;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;

/**
 * Where a process gets runs and tells what they found: the database, or the service for an agent.
 * Futures fail when it is away.
 */
interface TestRunOrigin {
  /**
   * Runs that this process has begun.
   *
   * @param othersWait whether more runs wait that it may begin
   */
  record Claimed(List<ClaimedRun> runs, boolean othersWait) {
    public Claimed {
      runs = List.copyOf(runs);
    }
  }

  /**
   * Begins runs that wait, or whose process has died.
   *
   * @param mayPing whether the system lets this process send pings
   */
  Future<Claimed> claim(boolean mayPing, int most);

  /** Holds runs for another while. */
  Future<Void> hold(Collection<ClaimedRun> runs);

  /** Gives runs back, so that another process may begin them at once. */
  Future<Void> release(Collection<ClaimedRun> runs);

  /**
   * The job of a run.
   *
   * @throws dev.belfry.platform.seal.UnsealException when it is sealed with a lost key
   * @throws IllegalArgumentException when it cannot be read
   */
  TestJob job(ClaimedRun run);

  /** Completes the request of an API check; see {@code RequestCompletion}. */
  Future<CompletedRequest> complete(ClaimedRun run, TestJob job, ProbeRequest stored);

  /** Adds an attempt that another one follows; completes with false for a run no longer held. */
  Future<Boolean> attempt(ClaimedRun run, TestJob job, TestAttempt attempt);

  /** Ends a run with its last attempt; one that is no longer held stays as it is. */
  Future<Void> end(ClaimedRun run, TestJob job, TestAttempt attempt);

  /** Ends a run that has no verdict, for a reason. */
  Future<Void> fail(ClaimedRun run, String reason);
}
