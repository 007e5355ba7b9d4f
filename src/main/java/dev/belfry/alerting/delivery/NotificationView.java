package dev.belfry.alerting.delivery;

import dev.belfry.alerting.grouping.MessageStatus;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.CredentialMask;
import java.util.UUID;

/** The JSON of a message (wire contract 2.1) with its trace. */
final class NotificationView {
  private NotificationView() {}

  static String of(NotificationRow row, Caller caller) {
    NotificationRow.Trace trace = row.trace();
    NotificationRow.Subject subject = row.subject();
    UUID objectiveAlert = row.objectiveAlertId();
    boolean delivered = row.state().equals("DELIVERED");
    return JsonText.object()
        .plain("id", row.id().toString())
        .plain("type", row.channel())
        .plain("kind", row.kind())
        .number("aboutChannelId", row.aboutChannelId())
        .string("alertGroupId", row.alertGroupId() == null ? null : row.alertGroupId().toString())
        .string(
            "alertActionId", row.alertActionId() == null ? null : row.alertActionId().toString())
        .string("objectiveAlertId", objectiveAlert == null ? null : objectiveAlert.toString())
        .string("objectiveReportMonth", row.reportedMonth())
        .plain("status", MessageStatus.of(row.state()))
        .raw(
            "alertConfig",
            caller.seesCredentials()
                ? row.config()
                : CredentialMask.masked(row.channel(), row.config()))
        .string("notificationResult", row.answer())
        .millis("timestamp", trace.queued())
        .string("alertType", subject == null ? null : subject.type())
        .string("checkId", subject == null ? null : subject.checkId().toString())
        .string("checkAlertId", subject == null ? null : subject.alertId().toString())
        .number("alertChannelId", row.channelId())
        .string("checkResultId", subject == null ? null : subject.resultId())
        .string("checkType", subject == null ? null : subject.checkType())
        .number("attempts", (long) row.attempts())
        .number("statusCode", row.status() == null ? null : (Long) row.status().longValue())
        .millis("scheduledAt", trace.scheduled())
        .millis("startedAt", trace.started())
        .millis("failedAt", trace.failed())
        .millis("decidedAt", trace.decided())
        .millis("queuedAt", trace.queued())
        .millis("sentAt", trace.sent())
        .millis("answeredAt", trace.answered())
        .millis("acknowledgedAt", delivered ? trace.answered() : null)
        .millis("nextAttemptAt", trace.next())
        .end();
  }
}
