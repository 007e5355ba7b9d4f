package dev.belfry.api.resource;

import java.util.Arrays;
import java.util.Optional;

/**
 * The types of resources a project can have (wire contract 3.3), in the order in which they are
 * written: what others refer to comes first.
 */
public enum ResourceType {
  PRIVATE_LOCATION("private-location", false, true),
  SERVICE("status-page-service", false, true),
  ALERT_CHANNEL("alert-channel", true, true),
  CHECK_GROUP("check-group", true, true),
  CHECK("check", false, true),
  STATUS_PAGE("status-page", false, false),
  SUBSCRIPTION("alert-channel-subscription", true, false),
  MAINTENANCE_WINDOW("maintenance-window", true, false),
  OBJECTIVE("objective", true, false),
  DASHBOARD("dashboard", true, false);

  private final String wire;
  private final boolean numbered;
  private final boolean referred;

  ResourceType(String wire, boolean numbered, boolean referred) {
    this.wire = wire;
    this.numbered = numbered;
    this.referred = referred;
  }

  /** Name in requests and answers. */
  public String wire() {
    return wire;
  }

  /** Whether its ids are numbers; they are GUIDs otherwise. */
  public boolean isNumbered() {
    return numbered;
  }

  /**
   * Whether other resources may refer to it; it is then deleted after they have changed, any other
   * before new ones are made, so that these may take its place.
   */
  public boolean isReferred() {
    return referred;
  }

  /** The type of a name in a request. */
  public static Optional<ResourceType> of(String wire) {
    return Arrays.stream(values()).filter(type -> type.wire.equals(wire)).findFirst();
  }
}
