package dev.belfry.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wire contract 2.1: the states of a check session. */
class SessionStatusTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          open                    | PROGRESS
          open passed             | PROGRESS
          open missed             | PROGRESS
          open degraded           | PROGRESS_DEGRADED
          degraded open failed    | PROGRESS_FAILED
          passed                  | PASSED
          passed passed           | PASSED
          passed degraded         | DEGRADED
          degraded failed passed  | FAILED
          failed cancelled missed | FAILED
          passed cancelled        | CANCELLED
          cancelled missed        | CANCELLED
          missed degraded         | TIMED_OUT
          fault                   | TIMED_OUT
          lost passed             | TIMED_OUT
          """)
  void isTheWorstOfTheRuns(String runs, SessionStatus status) {
    assertThat(SessionStatus.of(Arrays.stream(runs.split(" ")).map(this::run).toList()))
        .isEqualTo(status);
    assertThat(status.isOver()).isEqualTo(!runs.contains("open"));
  }

  @Test
  void endsWhenTheLastRunHasEnded() {
    UUID id = new UUID(0, 1);
    CheckSession session =
        new CheckSession(id, id, "URL", "n", 1_000, null, List.of(run("passed"), run("lost")));
    assertThat(session.stoppedMs()).hasValue(1_010 + 5 + 200L);
    assertThat(
            new CheckSession(id, id, "URL", "n", 1_000, 9_000L, List.of(run("cancelled")))
                .stoppedMs())
        .hasValue(9_000L);
    assertThat(
            new CheckSession(id, id, "URL", "n", 1_000, null, List.of(run("passed"), run("open")))
                .stoppedMs())
        .isEmpty();
  }

  private SessionRun run(String word) {
    return switch (word) {
      case "open" -> new SessionRun("eu-west-1", 1_010, true, List.of());
      case "lost" -> new SessionRun("eu-west-1", 1_010, false, List.of());
      case "cancelled" -> ended(Verdict.MISSED, Reason.CANCELLED);
      case "missed" -> ended(Verdict.MISSED, Reason.INSTANCE_LOST);
      case "fault" -> ended(Verdict.OBSERVER_FAULT, Reason.OBSERVER_PAUSED);
      case "failed" -> ended(Verdict.FAILED, Reason.STATUS);
      case "degraded" -> ended(Verdict.DEGRADED, Reason.SLOW);
      default -> ended(Verdict.PASSED, Reason.NONE);
    };
  }

  private static SessionRun ended(Verdict verdict, Reason reason) {
    SessionResult attempt = result(1, Verdict.FAILED, Reason.CONNECTION_REFUSED);
    return new SessionRun("eu-west-1", 1_010, false, List.of(attempt, result(0, verdict, reason)));
  }

  private static SessionResult result(int attempt, Verdict verdict, Reason reason) {
    boolean missed = verdict == Verdict.MISSED;
    return new SessionResult(
        new ResultId(1_010, 7, attempt),
        "eu-west-1",
        verdict,
        reason,
        missed ? 0 : 5,
        missed ? 0 : 200_400);
  }
}
