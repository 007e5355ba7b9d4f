package dev.belfry.account.profile;

import dev.belfry.api.http.JsonText;
import dev.belfry.platform.config.Quota;
import dev.belfry.platform.config.Quotas;
import dev.belfry.platform.config.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What this service can do and cannot, in the words of plans (wire contract 2.4). There is nothing
 * to buy, so accounts differ only in their quotas.
 */
enum Entitlement {
  URL_MONITORS("URL monitors", "Checks that fetch a URL and judge the status code", true),
  CHECK_GROUPS("Check groups", "Checks that share settings", true),
  ALERT_CHANNELS("Alert channels", "Mail, webhooks, Slack and text messages", true),
  STATUS_PAGES("Status pages", "Pages with services and incidents", true),
  MAINTENANCE_WINDOWS("Maintenance windows", "Times without alerts or without runs", true),
  PRIVATE_LOCATIONS("Private locations", "Places of your own to run checks from", true),
  MONITORING_AS_CODE("Monitoring as code", "Projects that are deployed as a whole", true),
  API_CHECKS("API checks", "Requests with assertions on headers and body", true),
  BROWSER_CHECKS("Browser checks", "Scripts in a browser", false),
  MULTI_STEP_CHECKS("Multistep checks", "Scripts of several requests", false),
  TCP_MONITORS("TCP monitors", "Connections to a port", true),
  DNS_MONITORS("DNS monitors", "Look-ups of names", true),
  ICMP_MONITORS("ICMP monitors", "Pings of hosts", true),
  SSL_MONITORS("SSL monitors", "Certificates and TLS of servers", true),
  HEARTBEATS("Heartbeat monitors", "Jobs that have to report in time", true);

  private final String title;
  private final String description;
  private final boolean enabled;

  Entitlement(String title, String description, boolean enabled) {
    this.title = title;
    this.description = description;
    this.enabled = enabled;
  }

  /**
   * The answer's JSON text.
   *
   * @param pings whether the system lets an instance send pings
   */
  static String all(Quotas quotas, Map<String, AccountStore.Usage> counted, boolean pings) {
    List<String> entries = new ArrayList<>();
    entries.add(metered("LOCATIONS_PER_CHECK", "Locations of a check", Region.values().length));
    for (Entitlement one : values()) {
      entries.add(one.json(one.enabled && (one != ICMP_MONITORS || pings)));
    }
    for (Quota quota : Quota.values()) {
      AccountStore.Usage usage = counted.get(quota.wire());
      long most = usage == null ? quotas.of(quota) : usage.most();
      entries.add(quota(quota, most, quota == Quota.INCIDENT_UPDATES ? null : usage));
    }
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

  /** The key is that of the refusal: {@code QUOTA_} and the name in capitals. */
  private static String quota(Quota quota, long most, AccountStore.@Nullable Usage usage) {
    JsonText json =
        JsonText.object()
            .plain("key", "QUOTA_" + quota.name())
            .string("name", quota.title())
            .string("description", quota.description())
            .plain("type", most == 0 ? "flag" : "metered")
            .flag("enabled", true);
    if (most > 0) {
      json.number("quantity", most);
    }
    if (usage != null) {
      json.number("used", usage.used());
    }
    return json.end();
  }

  private String json(boolean available) {
    return JsonText.object()
        .plain("key", name())
        .string("name", title)
        .string("description", description)
        .plain("type", "flag")
        .flag("enabled", available)
        .end();
  }
}
