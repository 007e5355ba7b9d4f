package dev.belfry.projects.importer.account;

import dev.belfry.api.resource.ResourceType;
import org.jspecify.annotations.Nullable;

/** A list of the API. */
enum RemoteList {
  LOCATIONS(ResourceType.PRIVATE_LOCATION, "/v1/private-locations", false),
  SERVICES(ResourceType.SERVICE, "/v1/status-pages/services", true),
  CHANNELS(ResourceType.ALERT_CHANNEL, "/v1/alert-channels", false),
  GROUPS(ResourceType.CHECK_GROUP, "/v1/check-groups", false),
  CHECKS(ResourceType.CHECK, "/v1/checks", false),
  PAGES(ResourceType.STATUS_PAGE, "/v1/status-pages", true),
  MAINTENANCE(ResourceType.MAINTENANCE_WINDOW, "/v1/maintenance-windows", false),
  VARIABLES(null, "/v1/variables", false),
  SNIPPETS(null, "/v1/snippets", false),
  DASHBOARDS(null, "/v1/dashboards", false);

  private final @Nullable ResourceType type;
  private final String path;
  private final boolean cursor;

  RemoteList(@Nullable ResourceType type, String path, boolean cursor) {
    this.type = type;
    this.path = path;
    this.cursor = cursor;
  }

  /** The type of the entries, null where files have none. */
  @Nullable ResourceType type() {
    return type;
  }

  /** Where it is, below the address of the API. */
  String path() {
    return path;
  }

  /** Whether a page names the next one by {@code nextId}; pages of other lists have numbers. */
  boolean hasCursor() {
    return cursor;
  }

  /** Whether a service may lack it. */
  boolean isOptional() {
    return this == SNIPPETS || this == DASHBOARDS;
  }

  /** What notes call an entry. */
  String noun() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
