package dev.belfry.projects.files;

import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.check.CheckType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The lists a file can have, each of resources of one type.
 *
 * <p>{@code own} are keys that only files have, {@code hidden} members of the contract that are
 * written another way here.
 */
// The sets are immutable.
@SuppressWarnings("ImmutableEnumChecker")
enum Section {
  LOCATIONS(
      "locations", ResourceType.PRIVATE_LOCATION, "PrivateLocationCreate", Set.of("id"), Set.of()),
  SERVICES("services", ResourceType.SERVICE, "ServiceWrite", Set.of("id"), Set.of()),
  CHANNELS(
      "channels",
      ResourceType.ALERT_CHANNEL,
      "AlertChannelCreate",
      Set.of("id"),
      Set.of("subscriptions")),
  GROUPS(
      "groups",
      ResourceType.CHECK_GROUP,
      "CheckGroupCreateV2",
      Set.of(
          "id",
          "alertEscalationPolicy",
          "alertChannels",
          "retryStrategy",
          "multiStepChecks",
          "monitors",
          "dependsOn",
          "existing"),
      Set.of("alertChannelSubscriptions")),
  MONITORS(
      "monitors",
      ResourceType.CHECK,
      "UrlMonitorCreate",
      Set.of(
          "id",
          "url",
          "group",
          "frequency",
          "alertEscalationPolicy",
          "alertChannels",
          "retryStrategy",
          "triggerIncident",
          "dependsOn",
          "checkType"),
      Set.of("groupId", "alertChannelSubscriptions")),
  PAGES("pages", ResourceType.STATUS_PAGE, "StatusPageWrite", Set.of("id", "cards"), Set.of()),
  MAINTENANCE(
      "maintenance",
      ResourceType.MAINTENANCE_WINDOW,
      "MaintenanceWindowCreate",
      Set.of("id"),
      Set.of()),
  OBJECTIVES(
      "objectives",
      ResourceType.OBJECTIVE,
      "ObjectiveCreate",
      Set.of("id", "monitor", "group", "alertChannels"),
      Set.of("checkId", "groupId", "alertChannelSubscriptions"));

  /** Keys of a file that are no lists. */
  static final List<String> OTHER_KEYS = List.of("project", "name");

  /** Begins keys that are not read, for what anchors stand at. */
  static final String ASIDE = "x-";

  private final String key;
  private final ResourceType type;
  private final String schema;
  private final Set<String> own;
  private final Set<String> hidden;

  Section(String key, ResourceType type, String schema, Set<String> own, Set<String> hidden) {
    this.key = key;
    this.type = type;
    this.schema = schema;
    this.own = own;
    this.hidden = hidden;
  }

  /** Its key in a file. */
  String key() {
    return key;
  }

  ResourceType type() {
    return type;
  }

  /** Name of the schema of the contract that an entry is a payload of. */
  String schema() {
    return schema;
  }

  /** Name of the schema that an entry for a monitor of a type is a payload of. */
  static String monitorSchema(CheckType type) {
    return type.resource() + "Create";
  }

  Set<String> own() {
    return own;
  }

  Set<String> hidden() {
    return hidden;
  }

  /** What a person calls one entry. */
  String noun() {
    return switch (this) {
      case LOCATIONS -> "private location";
      case SERVICES -> "service";
      case CHANNELS -> "channel";
      case GROUPS -> "group";
      case MONITORS -> "monitor";
      case PAGES -> "page";
      case MAINTENANCE -> "maintenance window";
      case OBJECTIVES -> "objective";
    };
  }

  static Optional<Section> of(String key) {
    return Arrays.stream(values()).filter(section -> section.key.equals(key)).findFirst();
  }

  /** Whether files can have resources of a type as entries. */
  static boolean has(ResourceType type) {
    return Arrays.stream(values()).anyMatch(one -> one.type == type);
  }

  static Section of(ResourceType type) {
    return Arrays.stream(values()).filter(one -> one.type == type).findFirst().orElseThrow();
  }
}
