package dev.belfry.engine.testsession;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.result.UnstoredResult;
import dev.belfry.engine.run.FoundAttempt;
import dev.belfry.engine.testrun.TestProber;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a run.
 *
 * @param isFinal whether no further attempt follows
 * @param message why it did not pass, without secrets; null for nothing to say
 * @param answer that a test of settings gets, JSON text; null for a run of a session
 */
record TestAttempt(
    FoundAttempt found, boolean isFinal, @Nullable String message, @Nullable String answer) {
  /** The result to store, JSON text. */
  String result(ClaimedRun run, TestJob job) {
    return answer == null ? rendered(run, TestProber.request(job.settings())) : answer;
  }

  private String rendered(ClaimedRun run, ProbeRequest request) {
    Timings timings = found.timings();
    return UnstoredResult.of(
            new UnstoredResult.Run(
                run.id(),
                run.check(),
                run.name(),
                request.request(),
                run.location(),
                found.started(),
                found.earlier(),
                isFinal),
            new UnstoredResult.Found(
                found.verdict(),
                found.reason(),
                found.status(),
                new UnstoredResult.Times(
                    timings.dnsMicros(),
                    timings.tcpMicros(),
                    timings.tlsMicros(),
                    timings.firstByteMicros(),
                    timings.downloadMicros(),
                    timings.totalMicros()),
                found.detail()))
        .toString();
  }
}
