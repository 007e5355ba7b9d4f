package dev.belfry.alerting.alert;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/**
 * Who was told of a notified level, and what people did about it. Times are milliseconds since
 * 1970.
 *
 * @param since time of the first notification at this level, 0 before one
 * @param stage delay in minutes of the last stage of channels that was told
 * @param acknowledged whether someone attends to it: no reminders, no further stage
 * @param snoozedUntil before this time only a recovery is told; 0 for never snoozed
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record Attention(long since, int stage, boolean acknowledged, long snoozedUntil) {
  static final Attention NONE = new Attention(0, 0, false, 0);

  /**
   * After a notification of a new level. A worse one begins with the first stage of channels again;
   * who acknowledged attends to both.
   */
  Attention tell(boolean worse, long when) {
    return new Attention(when, worse ? 0 : stage, acknowledged, snoozedUntil);
  }

  Attention escalate(int minutes) {
    return new Attention(since, minutes, acknowledged, snoozedUntil);
  }

  Attention acknowledge(boolean now) {
    return new Attention(since, stage, now, snoozedUntil);
  }

  Attention snooze(long until) {
    return new Attention(since, stage, acknowledged, until);
  }
}
