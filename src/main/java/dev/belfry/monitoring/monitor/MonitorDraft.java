package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A body that creates or updates a monitor, cut into what is stored apart: the settings document,
 * the group, the subscriptions. Made once for each request; takes the body over.
 *
 * @param settings the members that go into the settings document, in the form they are stored in
 * @param group the member {@code groupId} as sent, null when absent
 * @param subscriptions the member {@code alertChannelSubscriptions}, null when absent
 */
record MonitorDraft(
    ObjectNode settings, @Nullable JsonNode group, @Nullable JsonNode subscriptions) {

  /** Nullable members a new monitor has even if the body does not name them. */
  private static final Set<String> NULL_BY_DEFAULT =
      Set.of(
          "description",
          "groupOrder",
          "runtimeId",
          "retryStrategy",
          "triggerIncident",
          "privateLocations");

  static MonitorDraft of(ObjectNode body) {
    JsonNode group = body.remove("groupId");
    JsonNode subscriptions = body.remove("alertChannelSubscriptions");
    if (body.path("retryStrategy").path("onlyOn").isTextual()) {
      ObjectNode retryStrategy = (ObjectNode) body.get("retryStrategy");
      String onlyOn = retryStrategy.get("onlyOn").textValue();
      retryStrategy.putArray("onlyOn").add(onlyOn);
    }
    if (body.path("request").path("assertions").isNull()) {
      ((ObjectNode) body.get("request")).putArray("assertions");
    }
    return new MonitorDraft(body, group, subscriptions);
  }

  /** The settings of a new monitor: every member of the answer is there. */
  ObjectNode newSettings() {
    NULL_BY_DEFAULT.forEach(
        name -> settings.putIfAbsent(name, JsonNodeFactory.instance.nullNode()));
    return settings;
  }

  /** The group asked for, null for none. */
  @Nullable Long groupId() {
    return group == null || group.isNull() ? null : (Long) group.longValue();
  }

  /** The slugs of private locations asked for: a list, null or missing. */
  JsonNode privateLocations() {
    return settings.path("privateLocations");
  }

  /** Whether the body says anything about the group. */
  boolean movesGroup() {
    return group != null;
  }

  /**
   * Whether the rules can be told from the body together with the bound on the stored offset, so
   * that no more than one statement is needed.
   */
  boolean isSelfContained() {
    boolean frequency = settings.has("frequency");
    boolean offset = settings.has("frequencyOffset");
    boolean subMinute = frequency && settings.get("frequency").intValue() == 0;
    boolean bothTimes = settings.has("degradedResponseTime") == settings.has("maxResponseTime");
    return (frequency || !offset) && (offset || !subMinute) && bothTimes;
  }
}
