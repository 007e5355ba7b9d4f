package dev.belfry.platform.config;

import java.util.Arrays;
import java.util.Optional;

/** What an account may have only so much of. */
public enum Quota {
  KEYS("keys", "API keys", "API keys that are not revoked", 1_000, true),
  MONITORS("monitors", "Monitors", "Checks of any type", 100_000, true),
  GROUPS("groups", "Check groups", "Groups that give monitors shared settings", 10_000, true),
  CHANNELS("channels", "Alert channels", "Channels for alerts", 10_000, true),
  STATUS_PAGES("statusPages", "Status pages", "Status pages", 1_000, true),
  SERVICES("services", "Services", "Services that status pages show", 10_000, true),
  SUBSCRIBERS("subscribers", "Subscribers", "Subscribers of all status pages", 1_000_000, true),
  PRIVATE_LOCATIONS(
      "privateLocations", "Private locations", "Places of your own to run checks from", 100, true),
  VARIABLES("variables", "Variables", "Variables and secrets of the account", 10_000, true),
  MAINTENANCE_WINDOWS(
      "maintenanceWindows", "Maintenance windows", "Windows, repeated ones once", 10_000, true),
  OBJECTIVES("objectives", "Objectives", "Objectives of monitors and groups", 1_000, true),
  ON_CALL_SCHEDULES("onCallSchedules", "On-call schedules", "Calendars and rotations", 100, true),
  TEAMS("teams", "Teams", "Teams of members", 100, true),
  DASHBOARDS("dashboards", "Dashboards", "Dashboards of projects", 1_000, true),
  INCIDENT_UPDATES(
      "incidentUpdates", "Updates of an incident", "Updates of each incident", 1_000, true),
  FOLLOWERS("followers", "Event streams", "Streams open at once on an instance", 200, false),
  WAITING_REQUESTS(
      "waitingRequests",
      "Waiting requests",
      "Requests that wait for the end of a session or deployment on one thread of an instance",
      100,
      false),
  BODY_BYTES(
      "bodyBytes",
      "Request bodies",
      "Bytes of request bodies under way on an instance",
      Math.max(32L << 20, Runtime.getRuntime().maxMemory() / 8),
      false),
  DELIVERIES(
      "deliveries",
      "Messages under way",
      "Messages that an instance sends at once to alert channels, and as many to subscribers; the"
          + " rest waits",
      448,
      false);

  private final String wire;
  private final String title;
  private final String description;
  private final long preset;
  private final boolean stored;

  Quota(String wire, String title, String description, long preset, boolean stored) {
    this.wire = wire;
    this.title = title;
    this.description = description;
    this.preset = preset;
    this.stored = stored;
  }

  /** The quota of a wire name, empty for an unknown one. */
  public static Optional<Quota> ofWire(String wire) {
    return Arrays.stream(values()).filter(one -> one.wire.equals(wire)).findFirst();
  }

  /** Its name in the configuration, the database and answers. */
  public String wire() {
    return wire;
  }

  /** Its name for people. */
  public String title() {
    return title;
  }

  /** What it counts, for people. */
  public String description() {
    return description;
  }

  /** The default for each account. */
  public long preset() {
    return preset;
  }

  /** Whether the database counts it, for all instances; otherwise each instance counts its own. */
  public boolean stored() {
    return stored;
  }
}
