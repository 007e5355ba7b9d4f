package dev.belfry.resource;

import java.util.Arrays;
import java.util.Optional;

/**
 * The types of resources a project can have (wire contract 3.3), in the order in which they are
 * written: what others refer to comes first.
 */
public enum ResourceType {
  PRIVATE_LOCATION("private-location", true),
  SERVICE("status-page-service", true),
  ALERT_CHANNEL("alert-channel", true),
  CHECK_GROUP("check-group", true),
  CHECK("check", true),
  STATUS_PAGE("status-page", false),
  SUBSCRIPTION("alert-channel-subscription", false),
  MAINTENANCE_WINDOW("maintenance-window", false),
  DASHBOARD("dashboard", false);

  private final String wire;
  private final boolean referred;

  ResourceType(String wire, boolean referred) {
    this.wire = wire;
    this.referred = referred;
  }

  /** Name in requests and answers. */
  public String wire() {
    return wire;
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
