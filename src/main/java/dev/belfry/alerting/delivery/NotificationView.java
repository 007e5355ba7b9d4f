package dev.belfry.alerting.delivery;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.CredentialMask;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The JSON of a message (wire contract 2.1) with its trace. */
final class NotificationView {
  private NotificationView() {}

  static String of(NotificationRow row, Caller caller) {
    NotificationRow.Trace trace = row.trace();
    NotificationRow.Subject subject = row.subject();
    boolean delivered = row.state().equals("DELIVERED");
    return JsonText.object()
        .plain("id", row.id().toString())
        .plain("type", row.channel())
        .plain("kind", row.kind())
        .number("aboutChannelId", row.aboutChannelId())
        .plain("status", status(row.state()))
        .raw(
            "alertConfig",
            caller.seesCredentials()
                ? row.config()
                : CredentialMask.masked(row.channel(), row.config()))
        .string("notificationResult", row.answer())
        .time("timestamp", time(trace.queued()))
        .string("alertType", subject == null ? null : subject.type())
        .string("checkId", subject == null ? null : subject.checkId().toString())
        .string("checkAlertId", subject == null ? null : subject.alertId().toString())
        .number("alertChannelId", row.channelId())
        .string("checkResultId", subject == null ? null : subject.resultId())
        .string("checkType", subject == null ? null : subject.checkType())
        .number("attempts", (long) row.attempts())
        .number("statusCode", row.status() == null ? null : (Long) row.status().longValue())
        .time("scheduledAt", time(trace.scheduled()))
        .time("startedAt", time(trace.started()))
        .time("failedAt", time(trace.failed()))
        .time("decidedAt", time(trace.decided()))
        .time("queuedAt", time(trace.queued()))
        .time("sentAt", time(trace.sent()))
        .time("answeredAt", time(trace.answered()))
        .time("acknowledgedAt", delivered ? time(trace.answered()) : null)
        .time("nextAttemptAt", time(trace.next()))
        .end();
  }

  private static String status(String state) {
    return switch (state) {
      case "DELIVERED" -> "SUCCESS";
      case "DEAD" -> "FAILURE";
      default -> "IN_PROGRESS";
    };
  }

  private static @Nullable OffsetDateTime time(@Nullable Long millis) {
    return millis == null ? null : Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC);
  }
}
