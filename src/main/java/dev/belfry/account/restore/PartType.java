package dev.belfry.account.restore;

import java.util.stream.Stream;

/** What can be deleted with a resource and returns with it, and the table it is stored in. */
enum PartType {
  SUBSCRIPTION("alert-channel-subscription", "alert_channel_subscriptions"),
  DEPENDENCY("dependency", "dependencies"),
  INCIDENT_SERVICE("incident-service", "incident_services"),
  INCIDENT_UPDATE("incident-update", "incident_updates"),
  OBJECTIVE("objective", "objectives"),
  CARD("status-page-card", "status_page_cards"),
  CARD_SERVICE("status-page-card-service", "status_page_services"),
  PAGE_KEY("status-page-key", "status_page_keys"),
  SUBSCRIBER("status-page-subscription", "status_page_subscriptions"),
  TEAM_MEMBER("team-member", "team_members"),
  TRIGGER("trigger", "run_triggers");

  private final String wire;
  private final String table;

  PartType(String wire, String table) {
    this.wire = wire;
    this.table = table;
  }

  static PartType ofTable(String table) {
    return Stream.of(values()).filter(type -> type.table.equals(table)).findFirst().orElseThrow();
  }

  /** Why a part that could return did not, a word of the contract. */
  String refusal() {
    return switch (this) {
      case DEPENDENCY -> "CIRCULAR";
      case TEAM_MEMBER -> "NO_MEMBER";
      default -> "CARD_DELETED";
    };
  }

  String wire() {
    return wire;
  }
}
