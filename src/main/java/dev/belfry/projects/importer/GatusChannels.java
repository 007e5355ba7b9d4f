package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Converts the alerting section: one channel for each provider, or one for each mail address. */
final class GatusChannels {
  private static final int USUAL_THRESHOLD = 3;
  private static final int HIGHEST_THRESHOLD = 5;
  private static final String OURS = "messages look as ours do";

  /** What alerts of a type are unless they say otherwise. */
  private record Provider(
      List<String> channels,
      boolean enabled,
      boolean recovers,
      double threshold,
      String reminder) {}

  private final ProjectBuilder outline;
  private final Map<String, Provider> providers = new HashMap<>();
  private final Set<String> recovering = new HashSet<>();

  GatusChannels(ProjectBuilder outline) {
    this.outline = outline;
  }

  /** Learns which types of alerts are to tell of recoveries. */
  void learn(List<TrackedObject> endpoints) {
    for (TrackedObject endpoint : endpoints) {
      for (TrackedObject alert : endpoint.list("alerts")) {
        if (alert.flag("send-on-resolved", false)) {
          recovering.add(alert.text("type"));
        }
      }
    }
  }

  /** Makes the channels. */
  void add(TrackedObject alerting) {
    for (String type : alerting.names()) {
      TrackedObject from = alerting.object(type);
      TrackedObject usual = from.object("default-alert");
      boolean recovers = usual.flag("send-on-resolved", false);
      if (recovers) {
        recovering.add(type);
      }
      List<ObjectNode> made = new ArrayList<>();
      switch (type) {
        case "slack" -> slack(from, made);
        case "email" -> mail(from, made);
        case "custom" -> custom(from, made);
        case "pagerduty" -> pager(from, made);
        case "opsgenie" -> opsgenie(from, made);
        default -> {}
      }
      if (made.isEmpty()) {
        from.whole(
            type, "the channel is left out: there is none of this kind, or it lacks a target");
        continue;
      }
      made.forEach(channel -> channel.put("sendRecovery", recovering.contains(type)));
      providers.put(
          type,
          new Provider(
              made.stream().map(channel -> channel.path("id").asText()).toList(),
              usual.flag("enabled", true),
              recovers,
              usual.number("failure-threshold", USUAL_THRESHOLD),
              usual.text("minimum-reminder-interval")));
      usual.noteUnlessEmpty("success-threshold", "a monitor recovers with its first good run");
      usual.noteUnlessEmpty("description", OURS);
      usual.rest("has no counterpart");
      from.rest("has no counterpart");
    }
  }

  private ObjectNode channel(String type, String name, List<ObjectNode> made) {
    ObjectNode channel = outline.add("channels", name).put("type", type);
    made.add(channel);
    return channel.putObject("config");
  }

  private static boolean isWeb(String url) {
    return url.matches("(?i)(https?://|\\$\\{)\\S{1,2030}");
  }

  private void slack(TrackedObject from, List<ObjectNode> made) {
    String url = from.text("webhook-url");
    if (isWeb(url)) {
      channel("SLACK", "slack", made).put("url", url);
    }
  }

  private void mail(TrackedObject from, List<ObjectNode> made) {
    for (String address : ProjectBuilder.addresses(from.text("to"))) {
      channel("EMAIL", "email", made).put("address", address);
    }
    for (String name : List.of("from", "username", "password", "host", "port", "client")) {
      from.note(name, "mail is sent as the service is configured");
    }
  }

  private void custom(TrackedObject from, List<ObjectNode> made) {
    String url = from.text("url");
    if (!isWeb(url)) {
      return;
    }
    String method = from.text("method").toUpperCase(Locale.ROOT);
    ObjectNode config = channel("WEBHOOK", "custom", made).put("name", "custom").put("url", url);
    boolean known = List.of("GET", "POST", "PUT", "HEAD", "DELETE", "PATCH").contains(method);
    config.put("method", known ? method : method.isEmpty() ? "GET" : "POST");
    if (!known && !method.isEmpty()) {
      from.note("method", "is not known; POST is taken");
    }
    TrackedObject headers = from.object("headers");
    for (String name : headers.names()) {
      String value = headers.text(name);
      config.withArray("/headers").addObject().put("key", name).put("value", value);
    }
    if (url.contains("[")) {
      from.note("url", "may have placeholders, which are written in another way here");
    }
    from.noteUnlessEmpty("body", "write it anew as template");
    from.noteUnlessEmpty("placeholders", "write them anew in the template");
  }

  private void pager(TrackedObject from, List<ObjectNode> made) {
    String key = from.text("integration-key");
    if (!key.isEmpty()) {
      channel("PAGERDUTY", "pagerduty", made).put("serviceKey", key);
    }
  }

  private void opsgenie(TrackedObject from, List<ObjectNode> made) {
    String key = from.text("api-key");
    if (key.isEmpty()) {
      return;
    }
    ObjectNode config = channel("OPSGENIE", "opsgenie", made);
    config.put("name", "Opsgenie").put("apiKey", key);
    if (from.has("priority")) {
      config.put("priority", from.text("priority"));
    }
  }

  /** Subscribes a monitor to the channels of its alerts. */
  void subscribe(TrackedObject endpoint, ObjectNode monitor) {
    double first = -1;
    Set<String> seen = new HashSet<>();
    for (TrackedObject alert : endpoint.list("alerts")) {
      String type = alert.text("type");
      Provider provider = providers.get(type);
      if (provider == null) {
        alert.whole("type", "the alert is left out: its channel is");
        continue;
      }
      boolean active = alert.flag("enabled", provider.enabled());
      if (!seen.add(type)) {
        alert.whole("type", "the alert is left out: the monitor alerts this channel already");
        continue;
      }
      provider.channels().forEach(channel -> ProjectBuilder.subscribe(monitor, channel, active));
      double threshold = alert.number("failure-threshold", provider.threshold());
      threshold = threshold < 1 ? USUAL_THRESHOLD : threshold;
      if (first < 0 && active) {
        first = threshold;
        escalate(alert, provider, monitor, threshold);
      } else if (first >= 0 && threshold != first) {
        alert.note("failure-threshold", "a monitor has one threshold: that of its first alert");
      }
      recovery(alert, provider, type);
      alert.noteUnlessEmpty("success-threshold", "a monitor recovers with its first good run");
      alert.noteUnlessEmpty("description", OURS);
      alert.rest("has no counterpart");
    }
  }

  private void recovery(TrackedObject alert, Provider provider, String type) {
    if (!alert.flag("send-on-resolved", provider.recovers()) && recovering.contains(type)) {
      alert.note("send-on-resolved", "the channel tells of recoveries because others want it to");
    }
  }

  private static void escalate(
      TrackedObject alert, Provider provider, ObjectNode monitor, double threshold) {
    int runs = (int) Math.min(threshold, HIGHEST_THRESHOLD);
    ObjectNode settings = ProjectBuilder.escalation(monitor, runs);
    if (runs != threshold) {
      alert.note("failure-threshold", "is " + runs + " here, of 5 at most");
    }
    String text = alert.text("minimum-reminder-interval");
    OptionalLong millis = GatusTime.millis(text.isEmpty() ? provider.reminder() : text);
    if (millis.isPresent() && millis.getAsLong() > 0) {
      double minutes = millis.getAsLong() / 60_000.0;
      int interval = ProjectBuilder.remind(settings, minutes);
      if (interval != minutes) {
        alert.note(
            "minimum-reminder-interval", "reminders come every " + interval + " minutes here");
      }
    } else if (!text.isEmpty()) {
      alert.note("minimum-reminder-interval", "is not a duration and is left out");
    }
  }
}
