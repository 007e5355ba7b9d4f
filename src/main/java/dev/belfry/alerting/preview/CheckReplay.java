package dev.belfry.alerting.preview;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replays the stored attempts of one check under the policy in force and under the changed one, in
 * a single pass. Confined to one thread at a time.
 */
final class CheckReplay {
  /**
   * The longest time from the slot of a run to its end, with retries. What is read after a gap must
   * begin so much earlier, since a run of the gap may end late and pass.
   */
  static final long LONGEST_RUN_MILLIS = 1_200_000;

  private final Side inForce;
  private final Side changed;
  private final List<StoredAttempt> run = new ArrayList<>();

  /**
   * A policy: what counts as a result, and what follows from results.
   *
   * @param history learns of the runs, null for a check that no other one depends on
   */
  record Side(RunRule rule, Replay replay, @Nullable ParentHistory history) {
    Side(RunRule rule, Replay replay) {
      this(rule, replay, null);
    }
  }

  CheckReplay(Side inForce, Side changed) {
    this.inForce = inForce;
    this.changed = changed;
  }

  /**
   * Takes more attempts.
   *
   * @param attempts whole runs in the order of their slots, of each run the final attempt last
   */
  void feed(List<StoredAttempt> attempts) {
    for (StoredAttempt attempt : attempts) {
      if (!run.isEmpty() && !run.get(0).isOfRun(attempt)) {
        endRun();
      }
      run.add(attempt);
    }
    endRun();
  }

  private void endRun() {
    if (!run.isEmpty()) {
      endRun(inForce);
      endRun(changed);
      run.clear();
    }
  }

  private void endRun(Side side) {
    side.replay().advance(run.get(0).slot());
    side.rule()
        .result(run)
        .ifPresent(
            result -> {
              side.replay().add(result);
              ParentHistory history = side.history();
              if (history != null) {
                history.ran(
                    result.location(),
                    result.slot(),
                    result.verdict(),
                    run.get(run.size() - 1).begun(),
                    result.ended());
              }
            });
  }

  /** Lets the time pass without further results. */
  void advance(long until) {
    inForce.replay().advance(until);
    changed.replay().advance(until);
  }

  /** Whether runs that passed would change nothing under either policy. */
  boolean isIdle() {
    return inForce.replay().isIdle() && changed.replay().isIdle();
  }

  Side inForce() {
    return inForce;
  }

  Side changed() {
    return changed;
  }
}
