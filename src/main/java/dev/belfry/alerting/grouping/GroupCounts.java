package dev.belfry.alerting.grouping;

/**
 * The members of a group at one moment.
 *
 * @param removed members whose check was deleted or is no longer subscribed
 * @param freshFailures failing members that the last message did not call failing
 * @param freshDegraded the same for degraded ones
 * @param freshRecoveries members that recovered since a message called them failing or degraded
 * @param unattended failing or degraded members that no person attends to
 */
record GroupCounts(
    int failing,
    int degraded,
    int recovered,
    int removed,
    int freshFailures,
    int freshDegraded,
    int freshRecoveries,
    int unattended) {

  /** Whether a problem goes on. */
  boolean isOpen() {
    return failing + degraded > 0;
  }

  /** Whether there is something that the channel wants to know and was not told. */
  boolean hasNews(GroupingSettings.Receives receives, boolean toldBefore) {
    return (receives.failure() && freshFailures > 0)
        || (receives.degraded() && freshDegraded > 0)
        || (toldBefore && receives.recovery() && freshRecoveries > 0);
  }
}
