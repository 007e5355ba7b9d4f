package dev.belfry.projects.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Converts notifications of a backup, and the links from monitors to them. */
final class KumaChannels {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> MEANINGLESS =
      List.of("id", "userId", "user_id", "applyExisting", "isActive");

  /** The notification has them beside its configuration too. */
  private static final List<String> COPIED = List.of("isDefault", "active");

  private static final String FOREIGN = "messages look as ours do";

  /** Channels of a notification. */
  private record Made(List<String> ids, boolean active) {}

  private final ProjectBuilder outline;
  private final Map<String, Made> made = new HashMap<>();

  KumaChannels(ProjectBuilder outline) {
    this.outline = outline;
  }

  /** Makes the channels of a notification. */
  void add(TrackedObject entry) {
    String name = entry.text("name");
    TrackedObject from = name.isEmpty() ? entry : entry.called(entry.where() + " \"" + name + "\"");
    TrackedObject config = config(from);
    String type = config.text("type");
    if (type.isEmpty()) {
      type = from.text("type");
    }
    List<String> ids = new ArrayList<>();
    switch (type) {
      case "slack" -> slack(config, name, ids);
      case "smtp" -> mail(config, name, ids);
      case "webhook" -> webhook(config, name, ids);
      case "PagerDuty" -> pager(config, name, ids);
      case "Opsgenie" -> opsgenie(config, name, ids);
      default -> {}
    }
    if (ids.isEmpty()) {
      from.whole(
          "type", "the channel is left out: there is none of this kind, or it lacks a target");
      return;
    }
    made.put(from.text("id"), new Made(ids, from.flag("active", true)));
    from.noteUnlessEmpty(
        "isDefault", "set autoSubscribe on the channel if it is for new monitors too");
    config.meaningless(COPIED);
    finish(config);
    finish(from);
  }

  private static void finish(TrackedObject from) {
    from.get("name");
    from.get("type");
    from.meaningless(MEANINGLESS);
    from.rest("has no counterpart: " + FOREIGN);
  }

  /** The configuration, which is JSON in a text. */
  private static TrackedObject config(TrackedObject from) {
    JsonNode config = from.get("config");
    if (config.isTextual()) {
      try {
        if (MAPPER.readTree(config.textValue()) instanceof ObjectNode read) {
          return from.within("config", read);
        }
      } catch (JsonProcessingException e) {
        return from.object("config");
      }
    }
    return from.object("config");
  }

  private ObjectNode channel(String type, String name, List<String> ids) {
    ObjectNode channel = outline.add("channels", name.isEmpty() ? type : name);
    ids.add(channel.path("id").asText());
    return channel.put("type", type).putObject("config");
  }

  private static boolean isWeb(String url) {
    return url.matches("(?i)https?://\\S{1,2030}");
  }

  private void slack(TrackedObject config, String name, List<String> ids) {
    String url = config.text("slackwebhookURL");
    if (isWeb(url)) {
      ObjectNode slack = channel("SLACK", name, ids).put("url", url);
      if (config.has("slackchannel")) {
        slack.put("channel", config.text("slackchannel"));
      }
    }
  }

  private void mail(TrackedObject config, String name, List<String> ids) {
    for (String address : ProjectBuilder.addresses(config.text("smtpTo"))) {
      if (address.contains("@")) {
        channel("EMAIL", name, ids).put("address", address);
      } else {
        config.note("smtpTo", "one of the addresses is left out: it has no @");
      }
    }
    config.noteUnlessEmpty("smtpCC", "make a channel for each address");
    config.noteUnlessEmpty("smtpBCC", "make a channel for each address");
    for (String member : config.names()) {
      if (!ids.isEmpty() && member.startsWith("smtp")) {
        if (!List.of("smtpTo", "smtpCC", "smtpBCC").contains(member)) {
          config.noteUnlessEmpty(member, "mail is sent as the service is configured");
        }
      }
    }
  }

  private void webhook(TrackedObject config, String name, List<String> ids) {
    String url = config.text("webhookURL");
    if (!isWeb(url)) {
      return;
    }
    ObjectNode hook = channel("WEBHOOK", name, ids).put("name", name).put("url", url);
    hook.put("method", "POST");
    JsonNode headers = config.get("webhookAdditionalHeaders");
    try {
      JsonNode read = headers.isTextual() ? MAPPER.readTree(headers.textValue()) : headers;
      TrackedObject each = config.within("webhookAdditionalHeaders", object(read));
      for (String header : each.names()) {
        hook.withArray("/headers").addObject().put("key", header).put("value", each.text(header));
      }
      if (headers.isContainerNode() && !read.isObject()) {
        config.note("webhookAdditionalHeaders", "is not an object and is left out");
      }
    } catch (JsonProcessingException e) {
      config.note("webhookAdditionalHeaders", "is not JSON and is left out");
    }
    config.note("webhookContentType", FOREIGN + "; see template");
    config.noteUnlessEmpty("webhookCustomBody", "write it anew as template");
  }

  private static ObjectNode object(JsonNode node) {
    return node instanceof ObjectNode object ? object : MAPPER.createObjectNode();
  }

  private void pager(TrackedObject config, String name, List<String> ids) {
    String key = config.text("pagerdutyIntegrationKey");
    if (!key.isEmpty()) {
      channel("PAGERDUTY", name, ids).put("serviceName", name).put("serviceKey", key);
    }
  }

  private void opsgenie(TrackedObject config, String name, List<String> ids) {
    String key = config.text("opsgenieApiKey");
    if (key.isEmpty()) {
      return;
    }
    ObjectNode channel = channel("OPSGENIE", name, ids);
    channel.put("name", name.isEmpty() ? "Opsgenie" : name).put("apiKey", key);
    if (config.has("opsgenieRegion")) {
      channel.put("region", config.text("opsgenieRegion"));
    }
    if (config.has("opsgeniePriority")) {
      channel.put("priority", "P" + Math.round(config.number("opsgeniePriority", 3)));
    }
  }

  /** Subscribes a monitor, and has it remind as often as it did. */
  void subscribe(TrackedObject from, ObjectNode monitor) {
    JsonNode list = from.get("notificationIDList");
    Set<String> ids = new LinkedHashSet<>();
    if (list.isArray()) {
      list.forEach(id -> ids.add(id.asText()));
    } else {
      list.fields()
          .forEachRemaining(
              entry -> {
                if (entry.getValue().asBoolean()) {
                  ids.add(entry.getKey());
                }
              });
    }
    boolean lost = !list.isContainerNode() && !list.isNull() && !list.isMissingNode();
    for (String id : ids) {
      Made channels = made.get(id);
      lost |= channels == null;
      if (channels != null) {
        channels.ids().forEach(one -> ProjectBuilder.subscribe(monitor, one, channels.active()));
      }
    }
    if (lost) {
      from.note("notificationIDList", "names a notification that is not in the file");
    }
    remind(from, monitor);
  }

  private static void remind(TrackedObject from, ObjectNode monitor) {
    double runs = from.number("resendInterval", 0);
    if (runs > 0) {
      double minutes = runs * from.number("interval", 60) / 60;
      int interval = ProjectBuilder.remind(ProjectBuilder.escalation(monitor, 1), minutes);
      if (interval != minutes) {
        from.note("resendInterval", "reminders come every " + interval + " minutes here");
      }
    }
  }
}
