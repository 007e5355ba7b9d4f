package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.Frequency;
import dev.belfry.monitoring.check.ResponseTimeRules;
import dev.belfry.monitoring.check.WebAddress;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts endpoints. */
final class GatusEndpoints {
  private static final int USUAL_TIMEOUT = 10_000;
  private static final int MINUTE = 60;

  /** The largest limit of TCP and DNS monitors, milliseconds. */
  private static final long MOST_OF_OTHERS = 5_000;

  private static final int LONGEST_DATA = 10_000;
  private static final Pattern PORT = Pattern.compile("(?i)tcp://(.{1,253}):(\\d{1,5})/?");

  private final ProjectBuilder outline;
  private final GatusChannels channels;
  private final GatusMaintenance maintenance;

  GatusEndpoints(ProjectBuilder outline, GatusChannels channels, GatusMaintenance maintenance) {
    this.outline = outline;
    this.channels = channels;
    this.maintenance = maintenance;
  }

  /**
   * Makes a monitor.
   *
   * @param groups receives the group it is in, by name
   */
  void add(TrackedObject from, Map<String, ObjectNode> groups) {
    String url = from.text("url");
    CheckType type = from.has("ssh") ? null : typeOf(from, url);
    if (type == null) {
      from.whole("url", "the endpoint is left out: " + GatusTls.reasonWithout(url));
      return;
    }
    String name = from.text("name");
    ObjectNode monitor = outline.entry("monitors", name);
    monitor.put(
        "name", name.isEmpty() ? monitor.path("id").asText() : ProjectBuilder.shortened(name));
    list(from.text("group"), groups).add(monitor);
    if (!from.flag("enabled", true)) {
      monitor.put("activated", false);
    }
    GatusConditions conditions = request(from, type, url, monitor);
    interval(from, monitor, type.supportsSubMinute() ? 0 : MINUTE);
    labels(from.object("extra-labels"), monitor);
    client(from.object("client"), monitor, conditions, type);
    channels.subscribe(from, monitor);
    windows(from, monitor);
    if (type != CheckType.API) {
      from.noteUnlessEmpty("headers", "is left out: no headers are sent");
      from.noteUnlessEmpty("graphql", "is left out: no query is sent");
    }
    from.meaningless(List.of("ui"));
    from.rest("has no counterpart");
  }

  /** The type of monitor that an endpoint becomes; null for none. */
  private static @Nullable CheckType typeOf(TrackedObject from, String url) {
    if (from.has("dns")) {
      return GatusNames.isComplete(from.object("dns"), url) ? CheckType.DNS : null;
    }
    Matcher port = PORT.matcher(url);
    if (port.matches()) {
      return isPort(port.group(2)) && WebAddress.isHost(port.group(1)) ? CheckType.TCP : null;
    }
    if (GatusTls.isComplete(url)) {
      return CheckType.SSL;
    }
    if (GatusPings.isComplete(url)) {
      return CheckType.ICMP;
    }
    if (!url.matches("(?i)https?://.{1,2030}")) {
      return null;
    }
    return GatusApiChecks.isNeeded(from) ? CheckType.API : CheckType.URL;
  }

  private static GatusConditions request(
      TrackedObject from, CheckType type, String url, ObjectNode monitor) {
    ObjectNode request = monitor.putObject("request");
    if (isWeb(type)) {
      request.put("url", url);
      GatusConditions conditions =
          conditions(from, new GatusConditions(request.putArray("assertions"), type));
      conditions.finish();
      if (type == CheckType.API) {
        monitor.put("checkType", type.name());
        GatusApiChecks.request(from, request);
      } else {
        from.meaningless(List.of("method", "body"));
      }
      return conditions;
    }
    monitor.put("checkType", type.name());
    from.meaningless(List.of("method"));
    if (type == CheckType.DNS) {
      GatusNames.request(from.object("dns"), url, request);
      return conditions(from, new GatusConditions(request.putArray("assertions"), type));
    }
    if (type == CheckType.SSL) {
      GatusTls.request(from, url, request);
      return conditions(from, new GatusConditions(request.putArray("assertions"), type));
    }
    if (type == CheckType.ICMP) {
      GatusPings.request(from, url, request);
      return conditions(from, new GatusConditions(request.arrayNode(), type));
    }
    Matcher port = PORT.matcher(url);
    if (port.matches()) {
      request.put("hostname", port.group(1)).put("port", Integer.parseInt(port.group(2)));
    }
    data(from, request);
    ArrayNode assertions = request.arrayNode();
    GatusConditions conditions = conditions(from, new GatusConditions(assertions, type));
    if (!assertions.isEmpty()) {
      request.set("assertions", assertions);
    }
    return conditions;
  }

  private static boolean isWeb(CheckType type) {
    return type == CheckType.URL || type == CheckType.API;
  }

  private static boolean isPort(String digits) {
    int number = Integer.parseInt(digits);
    return number >= 1 && number <= 65_535;
  }

  private static void data(TrackedObject from, ObjectNode request) {
    String body = from.text("body");
    if (body.length() > LONGEST_DATA) {
      from.note("body", "is left out: a TCP monitor sends " + LONGEST_DATA + " characters at most");
    } else if (!body.isEmpty()) {
      request.put("data", body);
    }
  }

  private ArrayNode list(String group, Map<String, ObjectNode> groups) {
    if (group.isEmpty()) {
      return outline.file().withArray("/monitors");
    }
    ObjectNode made =
        groups.computeIfAbsent(
            group, name -> outline.add("groups", name).put("name", ProjectBuilder.shortened(name)));
    return made.withArray("/monitors");
  }

  private static void interval(TrackedObject from, ObjectNode monitor, int least) {
    String text = from.text("interval");
    OptionalLong millis = GatusTime.millis(text.isEmpty() ? "1m" : text);
    double seconds = millis.orElse(60_000) / 1000.0;
    Frequency frequency = Frequency.within(Math.max(least, seconds));
    monitor.put("frequency", frequency.name());
    if (frequency.period().toSeconds() != seconds || millis.isEmpty()) {
      from.note("interval", "is " + frequency.name() + " here");
    }
  }

  private static void labels(TrackedObject labels, ObjectNode monitor) {
    for (String name : labels.names()) {
      String value = labels.text(name);
      String tag = value.isEmpty() ? name : name + ":" + value;
      if (tag.isEmpty() || tag.length() > 255) {
        labels.note(name, "a tag has 1 to 255 characters");
      } else {
        monitor.withArray("/tags").add(tag);
      }
    }
  }

  private static GatusConditions conditions(TrackedObject from, GatusConditions conditions) {
    JsonNode list = from.get("conditions");
    for (int i = 0; i < list.size(); i++) {
      String why = list.isArray() ? conditions.add(list.path(i).asText()) : "is not understood";
      if (!why.isEmpty()) {
        from.noteItem("conditions", i, why);
      }
    }
    if (!list.isArray()) {
      from.note("conditions", "is not a list and is left out");
    }
    return conditions;
  }

  private static void client(
      TrackedObject client, ObjectNode monitor, GatusConditions conditions, CheckType type) {
    ObjectNode request = monitor.withObject("/request");
    if (type == CheckType.ICMP) {
      GatusPings.client(client, request, conditions.maxResponseTime());
      return;
    }
    boolean web = isWeb(type);
    boolean isWide = web || type == CheckType.SSL;
    if (type == CheckType.SSL) {
      GatusTls.client(client, request);
      client.meaningless(List.of("ignore-redirect"));
    } else if (!web) {
      client.meaningless(List.of("insecure", "ignore-redirect"));
    }
    if (client.flag("insecure", false) && web) {
      request.put("skipSSL", true);
    }
    if (client.flag("ignore-redirect", false) && web) {
      request.put("followRedirects", false);
    }
    String text = client.text("timeout");
    OptionalLong timeout = GatusTime.millis(text);
    long limit = timeout.orElse(USUAL_TIMEOUT);
    long most = isWide ? ResponseTimeRules.MAX_MILLIS : MOST_OF_OTHERS;
    if (limit > most && (isWide || timeout.isPresent())) {
      client.note(
          "timeout",
          "a limit is %d seconds at most; that of the service holds".formatted(most / 1_000));
    } else if (timeout.isEmpty() && !text.isEmpty()) {
      client.note("timeout", "is not a duration; 10s is taken");
    }
    long slow = conditions.maxResponseTime();
    long least = slow < 0 ? limit : Math.min(slow, limit);
    monitor.putNull("degradedResponseTime");
    if (least <= most) {
      monitor.put("maxResponseTime", least);
    } else if (isWide) {
      monitor.putNull("maxResponseTime");
    } else {
      monitor.put("maxResponseTime", most);
    }
    String network = client.text("network");
    if (type == CheckType.DNS) {
      client.meaningless(List.of("network"));
    } else if (network.equals("ip6")) {
      (type == CheckType.SSL ? request.withObject("/sslConfig") : request).put("ipFamily", "IPv6");
    } else if (!network.isEmpty() && !network.startsWith("ip")) {
      client.note("network", "is not known; the request uses IPv4");
    }
    client.rest("has no counterpart");
  }

  private void windows(TrackedObject from, ObjectNode monitor) {
    List<TrackedObject> windows = from.list("maintenance-windows");
    String tag = "maintenance:" + monitor.path("id").asText();
    boolean any = false;
    for (TrackedObject window : windows) {
      any |= maintenance.add(window, "Maintenance of " + monitor.path("name").asText(), tag);
    }
    if (any) {
      monitor.withArray("/tags").add(tag);
    }
  }
}
