package dev.belfry.alerting.alert;

/**
 * The outcome of a result or of the passing of time.
 *
 * @param type {@link AlertType#NO_ALERT} for no alert
 * @param reminder number of the reminder from 1; 0 for other alerts
 * @param stages which channels receive the alert
 * @param held the alert that a failing parent holds, when it does so for the first time
 * @param flapping what the alert says of flapping, told or held
 */
public record AlertStep(
    AlertState state,
    AlertType type,
    int reminder,
    Stages stages,
    AlertType held,
    Flapping flapping) {
  /** A recovery goes to every channel that was told, all else to those whose delay has passed. */
  AlertStep(AlertState state, AlertType type, int reminder) {
    this(state, type, reminder, type.isRecovery() ? Stages.ALL : Stages.told(state.notification()));
  }

  /** A step that holds nothing. */
  AlertStep(AlertState state, AlertType type, int reminder, Stages stages) {
    this(
        state,
        type,
        reminder,
        stages,
        AlertType.NO_ALERT,
        state.notification().flapping() ? Flapping.FLAPPING : Flapping.NO);
  }

  /**
   * A step that tells nothing; {@code held} is {@link AlertType#NO_ALERT} when it holds nothing.
   */
  static AlertStep holding(AlertState state, AlertType held) {
    return new AlertStep(
        state, AlertType.NO_ALERT, 0, Stages.told(state.notification()), held, Flapping.NO);
  }

  /** The same, with what it says of flapping. */
  AlertStep saying(Flapping said) {
    return new AlertStep(state, type, reminder, stages, held, said);
  }

  /** Whether its alert was told to channels of earlier stages before. */
  public boolean isEscalation() {
    return stages.isEscalation();
  }

  /** The alert that is held, as a step of its own. */
  AlertStep untold() {
    return new AlertStep(state, held, 0).saying(flapping);
  }
}
