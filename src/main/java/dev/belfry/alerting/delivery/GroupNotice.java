package dev.belfry.alerting.delivery;

import dev.belfry.alerting.alert.AlertLinks;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.alerting.grouping.AlertGroup;
import dev.belfry.alerting.grouping.AlertGroup.Counts;
import dev.belfry.alerting.grouping.AlertGroup.Level;
import dev.belfry.alerting.mail.GroupEmail;
import dev.belfry.platform.template.TextLimit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What a message says about a group of alerts. Pure. */
final class GroupNotice {
  /** Most members in a message. */
  static final int MOST_MEMBERS = 20;

  /** The variables of a group that the default body has, by its members. */
  static final Map<String, String> MEMBERS = members();

  private static final int MOST_NAMES = 5;
  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_LABELS = 200;

  private final AlertGroup group;
  private final Counts counts;

  private GroupNotice(AlertGroup group) {
    this.group = group;
    this.counts = group.counts();
  }

  /** The variables of a message about a group. */
  static Map<String, Object> variables(AlertGroup group, AlertLinks links) {
    return new GroupNotice(group).variables(links);
  }

  private Map<String, Object> variables(AlertLinks links) {
    int repeats = group.isClosed() ? 0 : group.told().repeats();
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("ALERT_TITLE", title());
    all.put("ALERT_TYPE", type().name());
    all.put("CHECK_NAME", subject());
    all.put("IS_REMINDER", repeats > 0);
    if (repeats > 0) {
      all.put("REMINDER_SEQUENCE", repeats);
    }
    all.put("CHECK_ERROR_MESSAGE", list());
    all.put("GROUP_NAME", group.labels().getOrDefault("CHECK_GROUP", ""));
    all.put("STARTED_AT", Instant.ofEpochMilli(group.told().opened()).toString());
    all.put("RESULT_LINK", links.alerts());
    if (!group.isClosed()) {
      all.put(ChannelMessageStore.ACKNOWLEDGE_LINK, links.acknowledgeGroup(group.id()));
    }
    all.put("ALERT_GROUP_ID", group.id().toString());
    all.put("ALERT_GROUP_LABELS", labels());
    all.put("ALERT_GROUP_COUNT", counts.all());
    all.put("ALERT_GROUP_FAILING", counts.failing());
    all.put("ALERT_GROUP_DEGRADED", counts.degraded());
    all.put("ALERT_GROUP_RECOVERED", counts.recovered());
    all.put(
        "ALERT_GROUP_MEMBERS",
        group.members().stream().limit(MOST_MEMBERS).map(one -> member(one, links)).toList());
    all.put("ALERT_GROUP_MORE", Math.max(0, counts.all() - MOST_MEMBERS));
    all.values().removeIf(""::equals);
    return all;
  }

  private static Map<String, Object> member(AlertGroup.Member one, AlertLinks links) {
    Map<String, Object> member = new LinkedHashMap<>();
    member.put("name", one.name());
    member.put("state", one.level().name());
    if (!one.error().isEmpty()) {
      member.put("error", one.error());
    }
    member.put("checkId", one.checkId().toString());
    member.put("link", links.monitor(one.checkId()));
    return member;
  }

  private boolean isRepeated() {
    return group.told().repeats() > 0;
  }

  /**
   * The type of the alert that the message is most like, so that templates and services know it.
   */
  private AlertType type() {
    if (group.isClosed()) {
      return AlertType.ALERT_RECOVERY;
    }
    if (counts.failing() > 0 || counts.degraded() == 0) {
      return isRepeated() ? AlertType.ALERT_FAILURE_REMAIN : AlertType.ALERT_FAILURE;
    }
    return isRepeated() ? AlertType.ALERT_DEGRADED_REMAIN : AlertType.ALERT_DEGRADED;
  }

  private String subject() {
    return counts.all() == 1 && !group.members().isEmpty()
        ? group.members().get(0).name()
        : monitors(counts.all());
  }

  private String title() {
    String labels = labels();
    return sentence() + (labels.isEmpty() ? "" : " (" + labels + ")");
  }

  private String sentence() {
    boolean one = counts.all() == 1;
    if (group.isClosed()) {
      if (counts.removed() > 0) {
        return one ? subject() + " was removed" : "None of " + subject() + " fails any more";
      }
      return one ? subject() + " has recovered" : "All " + subject() + " have recovered";
    }
    String still = isRepeated() ? "still " : "";
    if (one && counts.failing() == 1) {
      return subject() + (isRepeated() ? " is still failing" : " has failed");
    }
    if (one) {
      return subject() + " is " + still + (counts.degraded() == 1 ? "degraded" : "recovering");
    }
    List<String> parts = new ArrayList<>();
    boolean failing = counts.failing() > 0;
    int first = failing ? counts.failing() : counts.degraded();
    parts.add(
        monitors(first)
            + (first == 1 ? " is " : " are ")
            + still
            + (failing ? "failing" : "degraded"));
    if (failing && counts.degraded() > 0) {
      parts.add(number(counts.degraded()) + " degraded");
    }
    if (counts.recovered() > 0) {
      parts.add(number(counts.recovered()) + " recovered");
    }
    return String.join(", ", parts);
  }

  private String labels() {
    return TextLimit.cut(
        group.labels().values().stream()
            .filter(value -> !value.isEmpty())
            .collect(Collectors.joining(", ")),
        LONGEST_LABELS);
  }

  /** The first members by state, in one line. */
  private String list() {
    if (counts.all() == 1) {
      return group.isClosed() || group.members().isEmpty() ? "" : group.members().get(0).error();
    }
    List<String> parts = new ArrayList<>();
    names(parts, "Failing", Level.FAILED, counts.failing());
    names(parts, "Degraded", Level.DEGRADED, counts.degraded());
    names(parts, "Recovered", Level.RECOVERED, counts.recovered());
    return String.join(" ", parts);
  }

  private void names(List<String> parts, String label, Level level, int all) {
    List<String> names =
        group.members().stream()
            .filter(one -> one.level() == level)
            .limit(MOST_NAMES)
            .map(one -> TextLimit.cut(one.name(), LONGEST_NAME))
            .toList();
    if (all == 0) {
      return;
    }
    String more =
        names.isEmpty()
            ? number(all)
            : String.join(", ", names)
                + (all > names.size() ? " and " + number(all - names.size()) + " more" : "");
    parts.add(label + ": " + more + ".");
  }

  private static String monitors(int count) {
    return number(count) + (count == 1 ? " monitor" : " monitors");
  }

  private static String number(int count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** The same for an e-mail. */
  static GroupEmail email(ChannelMessage message) {
    List<GroupEmail.Line> lines = new ArrayList<>();
    if (message.variables().get("ALERT_GROUP_MEMBERS") instanceof List<?> members) {
      for (Object one : members) {
        if (one instanceof Map<?, ?> member) {
          lines.add(
              new GroupEmail.Line(
                  String.valueOf(member.get("name")),
                  String.valueOf(member.get("state")),
                  member.get("error") == null ? "" : String.valueOf(member.get("error")),
                  String.valueOf(member.get("link"))));
        }
      }
    }
    return new GroupEmail(
        AlertType.valueOf(message.text("ALERT_TYPE")),
        message.text("ALERT_TITLE"),
        message.text("CHECK_NAME"),
        lines,
        message.variables().get("ALERT_GROUP_MORE") instanceof Integer more ? more : 0,
        message.text("RESULT_LINK"),
        message.text(ChannelMessageStore.ACKNOWLEDGE_LINK));
  }

  private static Map<String, String> members() {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("id", "ALERT_GROUP_ID");
    members.put("labels", "ALERT_GROUP_LABELS");
    members.put("count", "ALERT_GROUP_COUNT");
    members.put("failing", "ALERT_GROUP_FAILING");
    members.put("degraded", "ALERT_GROUP_DEGRADED");
    members.put("recovered", "ALERT_GROUP_RECOVERED");
    members.put("members", "ALERT_GROUP_MEMBERS");
    members.put("more", "ALERT_GROUP_MORE");
    return members;
  }
}
