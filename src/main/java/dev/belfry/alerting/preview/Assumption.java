package dev.belfry.alerting.preview;

/** What the answer to a preview rests on, by its names on the wire. */
enum Assumption {
  SETTINGS_OF_TODAY(
      "Settings, maintenance windows, dependencies and subscriptions are those of today for the"
          + " whole range."),
  UNATTENDED(
      "Acknowledgements and snoozes are not replayed, and channels that wait for an acknowledgement"
          + " are left out."),
  RECORD_DIFFERS(
      "The policy in force, replayed, does not give the alerts that were recorded for some checks."
          + " Settings may have changed within the range, or results are not kept any more."),
  UNKNOWN_RETRIES(
      "Some runs would have been retried more often than they were. The results of those retries"
          + " are unknown; the last stored result counts."),
  MOVED_RETRIES(
      "Some retries would have begun at another time. The result of the stored retry counts, at its"
          + " stored time."),
  STORED_RESPONSE_TIMES(
      "The degraded response time is compared with stored response times. Runs that failed stay"
          + " failed."),
  UNKNOWN_CAUSES(
      "Addresses and reasons of failures are not replayed. A channel that groups by them gets the"
          + " messages of alerts that are alike in both."),
  MANY_ALERTS(
      "A channel that groups has more alerts than a preview puts into groups. The alerts of the"
          + " last checks are left out of its messages."),
  MANY_PARENTS(
      "Checks depend on more checks than a preview replays. Some dependencies are left out."),
  PAUSED_CHECK("A paused check is replayed as if it were active.");

  private final String text;

  Assumption(String text) {
    this.text = text;
  }

  /** A sentence for a person to read. */
  String text() {
    return text;
  }
}
