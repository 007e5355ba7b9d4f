package dev.belfry.alerting.grouping;

import dev.belfry.api.http.JsonText;

/** The JSON of a group. */
final class AlertGroupView {
  private AlertGroupView() {}

  /** An entry of a list. */
  static String of(AlertGroup group) {
    return summary(group).end();
  }

  /** The group with members. */
  static String withMembers(AlertGroup group) {
    return summary(group)
        .number("removed", (long) group.counts().removed())
        .raw(
            "members",
            JsonText.array(group.members().stream().map(AlertGroupView::member).toList()))
        .end();
  }

  private static JsonText summary(AlertGroup group) {
    JsonText labels = JsonText.object();
    group.labels().forEach(labels::string);
    return JsonText.object()
        .plain("id", group.id().toString())
        .number("alertChannelId", group.channelId())
        .raw("labels", labels.end())
        .flag("open", !group.isClosed())
        .number("failing", (long) group.counts().failing())
        .number("degraded", (long) group.counts().degraded())
        .number("recovered", (long) group.counts().recovered())
        .number("messages", (long) group.told().messages())
        .millis("openedAt", group.told().opened())
        .millis("lastMessageAt", group.told().last())
        .millis("closedAt", group.told().closed());
  }

  private static String member(AlertGroup.Member member) {
    return JsonText.object()
        .plain("checkId", member.checkId().toString())
        .plain("checkAlertId", member.alertId().toString())
        .string("name", member.name())
        .plain("state", member.level().name())
        .millis("joinedAt", member.joined())
        .string("error", member.error().isEmpty() ? null : member.error())
        .string("acknowledgedBy", member.acknowledgedBy())
        .string("acknowledgedByName", member.acknowledgedByName())
        .millis("snoozedUntil", member.snoozedUntil())
        .string("assignee", member.assignee())
        .string("assigneeName", member.assigneeName())
        .end();
  }
}
