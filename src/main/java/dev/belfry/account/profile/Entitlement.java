package dev.belfry.account.profile;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.config.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What this service can do and cannot, in the words of plans (wire contract 2.4). There is nothing
 * to buy, so every account may do the same.
 */
enum Entitlement {
  URL_MONITORS("URL monitors", "Checks that fetch a URL and judge the status code", true),
  CHECK_GROUPS("Check groups", "Checks that share settings", true),
  ALERT_CHANNELS("Alert channels", "Mail, webhooks, Slack and text messages", true),
  STATUS_PAGES("Status pages", "Pages with services and incidents", true),
  MAINTENANCE_WINDOWS("Maintenance windows", "Times without alerts or without runs", true),
  PRIVATE_LOCATIONS("Private locations", "Places of your own to run checks from", true),
  MONITORING_AS_CODE("Monitoring as code", "Projects that are deployed as a whole", true),
  API_CHECKS("API checks", "Requests with assertions on headers and body", false),
  BROWSER_CHECKS("Browser checks", "Scripts in a browser", false),
  MULTI_STEP_CHECKS("Multistep checks", "Scripts of several requests", false),
  TCP_MONITORS("TCP monitors", "Connections to a port", false),
  DNS_MONITORS("DNS monitors", "Look-ups of names", false),
  HEARTBEATS("Heartbeat monitors", "Jobs that have to report in time", false);

  private static final String ALL = build();

  private final String title;
  private final String description;
  private final boolean enabled;

  Entitlement(String title, String description, boolean enabled) {
    this.title = title;
    this.description = description;
    this.enabled = enabled;
  }

  /** The answer's JSON text. */
  static String all() {
    return ALL;
  }

  private static String build() {
    List<String> entries = new ArrayList<>();
    entries.add(metered("LOCATIONS_PER_CHECK", "Locations of a check", Region.values().length));
    Arrays.stream(values()).map(Entitlement::json).forEach(entries::add);
    List<String> locations =
        Arrays.stream(Region.values())
            .map(
                region ->
                    JsonText.object()
                        .plain("id", region.id())
                        .string("name", region.place())
                        .flag("available", true)
                        .end())
            .toList();
    return JsonText.object()
        .plain("plan", AccountView.PLAN)
        .plain("planDisplayName", AccountView.PLAN_NAME)
        .raw("addons", "{}")
        .raw(
            "locations",
            JsonText.object()
                .raw("all", JsonText.array(locations))
                .number("maxPerCheck", (long) locations.size())
                .end())
        .raw("entitlements", JsonText.array(entries))
        .end();
  }

  private static String metered(String key, String title, long quantity) {
    return JsonText.object()
        .plain("key", key)
        .string("name", title)
        .string("description", "How many of them a check may have")
        .plain("type", "metered")
        .flag("enabled", true)
        .number("quantity", quantity)
        .end();
  }

  private String json() {
    return JsonText.object()
        .plain("key", name())
        .string("name", title)
        .string("description", description)
        .plain("type", "flag")
        .flag("enabled", enabled)
        .end();
  }
}
