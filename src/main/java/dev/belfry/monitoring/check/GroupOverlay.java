package dev.belfry.monitoring.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Puts the settings of a group over those of a member (design, "Groups"; wire contract 2.2,
 * "Effective values"), for reads with {@code applyGroupSettings}. The SQL function {@code
 * effective_settings} is the same rule for everything that runs; a test holds one against the
 * other. A second application changes nothing more. A group that sets nothing changes nothing.
 */
public final class GroupOverlay {
  private GroupOverlay() {}

  /**
   * The settings of a member with its group applied:
   *
   * <ul>
   *   <li>{@code activated} when both are, {@code muted} when either is;
   *   <li>locations: when the group names a public or a private one, its two lists replace the
   *       check's two. Both at once, so that a group that says "only from my private location" does
   *       not leave its members running from the public ones they had before;
   *   <li>{@code runParallel} and {@code retryStrategy} replace when the group sets them;
   *   <li>{@code runtimeId} only fills a gap; tags and subscriptions add up, the check's first;
   *   <li>alert settings: global ones, or its own, replace when the group sets them.
   * </ul>
   */
  public static CheckSettings over(CheckSettings check, GroupSettings group) {
    CheckSettings.Identity identity = check.identity();
    return new CheckSettings(
        identity.with(
            tags(identity.tags(), group.profile().tags()),
            identity.runtimeId() == null ? group.execution().runtimeId() : identity.runtimeId()),
        new Activity(
            check.activity().activated() && group.activity().activated(),
            check.activity().muted() || group.activity().muted()),
        check.schedule(),
        group.locations().isEmpty() ? check.locations() : group.locations(),
        execution(check.execution(), group),
        check.expectation(),
        alerting(check.alerting(), group.alerting()));
  }

  /**
   * A copy of a member's settings document with its group applied. Only members that the group
   * changes are written. The rest stays as it is stored, unknown members included.
   *
   * @throws IllegalArgumentException if a member has a value that does not fit
   */
  public static ObjectNode over(ObjectNode document, GroupSettings group) {
    CheckSettings check = CheckSettings.of(document);
    ObjectNode before = check.toJson();
    ObjectNode after = over(check, group).toJson();
    ObjectNode result = document.deepCopy();
    after
        .properties()
        .forEach(
            member -> {
              if (!member.getValue().equals(before.get(member.getKey()))) {
                result.set(member.getKey(), member.getValue());
              }
            });
    return result;
  }

  private static CheckSettings.Execution execution(
      CheckSettings.Execution check, GroupSettings group) {
    Boolean runParallel = group.execution().runParallel();
    return new CheckSettings.Execution(
        check.request(),
        runParallel == null ? check.runParallel() : runParallel,
        group.retryStrategy().over(check.retryStrategy()));
  }

  private static CheckSettings.Alerting alerting(
      CheckSettings.Alerting check, GroupSettings.Alerting group) {
    boolean global = Boolean.TRUE.equals(group.useGlobalAlertSettings());
    @Nullable AlertSettings own = global ? null : group.alertSettings();
    return new CheckSettings.Alerting(
        own == null ? check.alertSettings() : own,
        global || (own == null && check.useGlobalAlertSettings()),
        subscriptions(check.alertChannelSubscriptions(), group.alertChannelSubscriptions()),
        check.triggerIncident());
  }

  private static List<Subscription> subscriptions(
      List<Subscription> check, List<Subscription> group) {
    return group.isEmpty() ? check : Subscription.union(check, group);
  }

  private static List<String> tags(List<String> check, List<String> group) {
    return group.isEmpty()
        ? check
        : Stream.concat(check.stream(), group.stream()).distinct().toList();
  }
}
