package dev.belfry.alerting.alert;

import dev.belfry.alerting.grouping.GroupedAlerts;
import dev.belfry.monitoring.check.TriggerIncident;
import dev.belfry.platform.db.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Advances the alert state of one check over any number of results and collects the alerts. The
 * caller has locked the state.
 */
final class AlertTransition {
  final CheckContext check;
  final List<Alert> alerts = new ArrayList<>();

  /** Alerts that a failing parent holds, with the reason. */
  final List<Alert> held = new ArrayList<>();

  /** The alerts for channels that group theirs. */
  final List<GroupedAlerts.Noted> grouped = new ArrayList<>();

  /** Messages about the alerts to channels that another transaction is deleting. */
  final List<LateDelivery> late = new ArrayList<>();

  /** Messages about the alerts that wait for the end of quiet hours. */
  final HeldMessages quiet = new HeldMessages();

  /** Id of the incident of the episode, null when none was opened. */
  @Nullable UUID incident;

  private final AlertPolicy policy;
  private final AlertContext texts;
  private final Ids ids;
  private final boolean wasFailing;
  private AlertState state;

  AlertTransition(
      CheckContext check, AlertState state, @Nullable UUID incident, AlertContext texts, Ids ids) {
    this.check = check;
    this.policy = check.policy();
    this.state = state;
    this.wasFailing = state.isFailing();
    this.incident = incident;
    this.texts = texts;
    this.ids = ids;
  }

  /** The service that it opens an incident of, null when it opens none. */
  @Nullable UUID serviceToOpen() {
    TriggerIncident wanted = check.own().alerting().triggerIncident();
    return wanted != null
            && incident == null
            && alerts.stream().anyMatch(alert -> alert.type().isFailure())
        ? UUID.fromString(wanted.serviceId())
        : null;
  }

  AlertState state() {
    return state;
  }

  /** Whether a failure has ended, so that those that depend on the check are looked at. */
  boolean endsFailure() {
    return wasFailing && !state.isFailing();
  }

  /** Counts a new result. A MISSED result matters only to a slot that is open. */
  void onResult(FinalResult run) {
    if (run.verdict().isConclusive() || state.undecided().contains(run.slot())) {
      count(run);
    }
  }

  /** Counts a result that was stored before, if its slot is still open. */
  void onStoredResult(FinalResult run) {
    if (state.undecided().contains(run.slot())) {
      count(run);
    }
  }

  /**
   * Applies the passing of time.
   *
   * @param run the newest result that did not pass, null when it is unknown
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
      alerts.add(alert(episode, step, run, byRun, null));
    }
    UUID silent = state.notification().episode();
    if (step.held() != AlertType.NO_ALERT && silent != null) {
      held.add(alert(silent, step.untold(), run, byRun, check.holder()));
    }
  }

  private Alert alert(
      UUID episode,
      AlertStep step,
      @Nullable FinalResult run,
      boolean byRun,
      @Nullable Holder holder) {
    return new Alert(
        ids.next(),
        check,
        episode,
        step.type(),
        step.reminder(),
        run,
        byRun,
        check.now(),
        texts.of(check, step, run),
        step.stages(),
        List.of(),
        holder);
  }
}
