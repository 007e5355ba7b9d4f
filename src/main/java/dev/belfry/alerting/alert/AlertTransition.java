package dev.belfry.alerting.alert;

import dev.belfry.platform.db.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Takes a check from one state of its alerts to the next, over any number of results, and collects
 * what is to be said on the way. The check's row is locked meanwhile.
 */
final class AlertTransition {
  final CheckContext check;
  final List<Alert> alerts = new ArrayList<>();

  /** The incident of the episode, null when none was opened. */
  @Nullable UUID incident;

  private final AlertPolicy policy;
  private final AlertContext texts;
  private final Ids ids;
  private AlertState state;

  AlertTransition(
      CheckContext check, AlertState state, @Nullable UUID incident, AlertContext texts, Ids ids) {
    this.check = check;
    this.policy = check.policy();
    this.state = state;
    this.incident = incident;
    this.texts = texts;
    this.ids = ids;
  }

  AlertState state() {
    return state;
  }

  /** A result that was stored just now. One that tells nothing matters to an open slot alone. */
  void onResult(FinalResult run) {
    if (run.verdict().isConclusive() || state.undecided().contains(run.slot())) {
      count(run);
    }
  }

  /** A result that was stored before, of a slot that may still be open. */
  void onStoredResult(FinalResult run) {
    if (state.undecided().contains(run.slot())) {
      count(run);
    }
  }

  /**
   * Time has passed.
   *
   * @param run the newest one that did not pass, null when none is known
   */
  void onDue(@Nullable FinalResult run) {
    UUID before = state.episode();
    apply(before, AlertEngine.onDue(state, policy, check.now()), run, false);
  }

  private void count(FinalResult run) {
    UUID before = state.episode();
    apply(before, AlertEngine.onResult(state, policy, run.end(), ids::next), run, true);
  }

  private void apply(
      @Nullable UUID before, AlertStep step, @Nullable FinalResult run, boolean byRun) {
    state = step.state();
    UUID episode = state.episode() == null ? before : state.episode();
    if (step.type() != AlertType.NO_ALERT && episode != null) {
      alerts.add(
          new Alert(
              ids.next(),
              check,
              episode,
              step.type(),
              step.reminder(),
              run,
              byRun,
              check.now(),
              texts.of(check, step.type(), step.reminder(), run),
              List.of()));
    }
  }
}
