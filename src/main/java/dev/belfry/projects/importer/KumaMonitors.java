package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.Frequency;
import dev.belfry.monitoring.check.ResponseTimeRules;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts monitors and groups of a backup. */
final class KumaMonitors {
  private static final Set<String> WEB = Set.of("http", "keyword", "json-query");
  private static final String PORT = "port";
  private static final Set<String> OTHERS =
      Set.of(PORT, KumaNames.DNS, KumaPings.PING, KumaPushes.PUSH);
  private static final int MINUTE = 60;
  private static final int USUAL_REDIRECTS = 10;
  private static final int MOST_RETRIES = 10;
  private static final int LONGEST_RETRYING = 600;
  private static final int LONGEST_DESCRIPTION = 500;

  private final ProjectBuilder outline;
  private final KumaChannels channels;

  KumaMonitors(ProjectBuilder outline, KumaChannels channels) {
    this.outline = outline;
    this.channels = channels;
  }

  /** Makes a group. */
  ObjectNode group(TrackedObject from) {
    String name = from.text("name");
    ObjectNode group = outline.add("groups", name);
    group.put("name", name.isEmpty() ? group.path("id").asText() : ProjectBuilder.shortened(name));
    if (!from.flag("active", true)) {
      group.put("activated", false);
    }
    tags(from, group);
    from.get("type");
    from.noteUnlessEmpty("parent", "a group is in no other group here");
    from.noteUnlessEmpty(
        "notificationIDList", "a group has no state of its own: its members alert for themselves");
    from.noteUnlessEmpty("description", "a group has no description");
    KumaFields.ofNobody(from);
    KumaFields.ofMonitorsAlone(from);
    from.rest("is not known");
    group.putArray("monitors");
    return group;
  }

  /**
   * Makes a monitor.
   *
   * @param group it goes into, null for none
   */
  void add(TrackedObject from, @Nullable ObjectNode group) {
    String type = from.text("type");
    String url = from.text("url");
    if (!WEB.contains(type) && !OTHERS.contains(type)) {
      from.whole(
          "type",
          "the monitor is left out: only those that ask a web address or a name server, open a port,"
              + " ping or wait for pushes are known");
      return;
    }
    if (WEB.contains(type) && !url.matches("(?i)https?://.{1,2030}")) {
      from.whole("url", "the monitor is left out: it needs a web address of http or https");
      return;
    }
    if (type.equals(PORT) && !KumaPorts.isComplete(from)) {
      from.whole("hostname", "the monitor is left out: it needs a host name and a port");
      return;
    }
    if (type.equals(KumaNames.DNS) && !KumaNames.isComplete(from)) {
      from.whole(
          "hostname", "the monitor is left out: it needs a domain name and a known type of record");
      return;
    }
    if (type.equals(KumaPings.PING) && !KumaPings.isComplete(from)) {
      from.whole("hostname", "the monitor is left out: it needs a host name");
      return;
    }
    String name = from.text("name");
    ObjectNode monitor = outline.entry("monitors", name);
    monitor.put(
        "name", name.isEmpty() ? monitor.path("id").asText() : ProjectBuilder.shortened(name));
    if (group == null) {
      from.noteUnlessEmpty("parent", "there is no such group");
      outline.file().withArray("/monitors").add(monitor);
    } else {
      group.withArray("/monitors").add(monitor);
    }
    if (type.equals(KumaPushes.PUSH)) {
      general(from, monitor);
      KumaPushes.heartbeat(from, monitor);
      channels.subscribe(from, monitor);
      leftovers(from, type);
      return;
    }
    if (type.equals(PORT)) {
      general(from, monitor);
      KumaPorts.request(from, monitor);
    } else if (type.equals(KumaPings.PING)) {
      general(from, monitor);
      KumaPings.request(from, monitor);
    } else if (type.equals(KumaNames.DNS)) {
      general(from, monitor);
      KumaNames.request(from, monitor);
    } else {
      monitor.withObject("/request").put("url", url).putArray("assertions");
      general(from, monitor);
      boolean api = KumaApiChecks.isNeeded(from, type);
      request(from, monitor.withObject("/request"));
      codes(from, monitor, type);
      if (api) {
        KumaApiChecks.request(from, monitor, type);
      }
      limits(from, monitor);
    }
    interval(from, monitor, type.equals(KumaNames.DNS) ? MINUTE : 0);
    retries(from, monitor);
    channels.subscribe(from, monitor);
    leftovers(from, type);
  }

  private static void general(TrackedObject from, ObjectNode monitor) {
    if (!from.flag("active", true)) {
      monitor.put("activated", false);
    }
    String description = from.text("description");
    if (description.length() > LONGEST_DESCRIPTION) {
      from.note("description", "is cut after " + LONGEST_DESCRIPTION + " characters");
      description = description.substring(0, LONGEST_DESCRIPTION);
    }
    if (!description.isEmpty()) {
      monitor.put("description", description);
    }
    tags(from, monitor);
  }

  private static void tags(TrackedObject from, ObjectNode entry) {
    for (TrackedObject tag : from.list("tags")) {
      String name = tag.text("name");
      String value = tag.text("value");
      String text = value.isEmpty() ? name : name + ":" + value;
      if (text.isEmpty() || text.length() > 255) {
        tag.whole("name", "a tag has 1 to 255 characters");
      } else {
        entry.withArray("/tags").add(text);
      }
      tag.meaningless(List.of("id", "tag_id", "monitor_id", "color"));
      tag.rest("a tag is a word");
    }
  }

  private static void request(TrackedObject from, ObjectNode request) {
    if (from.flag("ignoreTls", false)) {
      request.put("skipSSL", true);
    }
    double redirects = from.number("maxredirects", USUAL_REDIRECTS);
    request.put("followRedirects", redirects > 0);
    if (redirects > 0 && redirects != USUAL_REDIRECTS) {
      from.note("maxredirects", "redirects are followed; how many is not for a monitor to say");
    }
    String family = from.text("ipFamily").toLowerCase(Locale.ROOT);
    if (family.equals("ipv6")) {
      request.put("ipFamily", "IPv6");
    } else if (!family.isEmpty() && !family.equals("ipv4")) {
      from.note("ipFamily", "is neither ipv4 nor ipv6; the request uses IPv4");
    }
  }

  private static void codes(TrackedObject from, ObjectNode monitor, String type) {
    StatusCodes codes = new StatusCodes();
    JsonNode accepted = from.get("accepted_statuscodes");
    boolean understood = accepted.isArray() || accepted.isMissingNode() || accepted.isNull();
    for (JsonNode code : accepted) {
      understood &= codes.add(code.asText());
    }
    if (codes.isEmpty()) {
      codes.add("200-299");
    }
    if (!understood) {
      from.note("accepted_statuscodes", "is not understood; accepted are " + codes.accepted());
    } else if (!codes.isExact()) {
      from.note("accepted_statuscodes", "has large gaps; accepted are all of " + codes.accepted());
    }
    ArrayNode assertions = monitor.withObject("/request").withArray("/assertions");
    if (!from.flag("upsideDown", false)) {
      codes.assertInto(assertions);
    } else if (!type.equals("http")) {
      codes.assertInto(assertions);
      from.note("upsideDown", "is left out: what it inverts looks at the body");
    } else {
      inverted(from, monitor, codes);
    }
  }

  private static void inverted(TrackedObject from, ObjectNode monitor, StatusCodes codes) {
    String unreachable = "an address that does not answer at all is a failure all the same";
    if (codes.only() > 0) {
      StatusCodes.add(
          monitor.withObject("/request").withArray("/assertions"), "NOT_EQUALS", codes.only());
      from.note("upsideDown", "any status code but " + codes.only() + " is good; " + unreachable);
    } else {
      monitor.put("shouldFail", true);
      String how =
          codes.isSuccess()
              ? "the status code should be 400 or more; "
              : "the status code should be 400 or more, whatever codes were accepted; ";
      from.note("upsideDown", how + unreachable);
    }
  }

  /** The longest period within that of the backup, but no shorter one than the type has. */
  private static void interval(TrackedObject from, ObjectNode monitor, double least) {
    double seconds = from.number("interval", MINUTE);
    Frequency frequency = Frequency.within(Math.max(least, seconds));
    monitor.put("frequency", frequency.name());
    if (frequency.period().toSeconds() != seconds) {
      from.note("interval", "is " + frequency.name() + " here");
    }
  }

  private static void limits(TrackedObject from, ObjectNode monitor) {
    double seconds = from.number("timeout", 0);
    monitor.putNull("degradedResponseTime");
    if (seconds > 0 && seconds * 1000 <= ResponseTimeRules.MAX_MILLIS) {
      monitor.put("maxResponseTime", Math.round(seconds * 1000));
      return;
    }
    monitor.putNull("maxResponseTime");
    if (seconds != 0) {
      from.note("timeout", "no limit of 30 seconds or less; that of the service holds");
    }
  }

  private static void retries(TrackedObject from, ObjectNode monitor) {
    double retries = from.number("maxretries", 0);
    double between = from.number("retryInterval", 60);
    if (retries < 1) {
      monitor.put("retryStrategy", "none");
      return;
    }
    long wait = Math.round(Math.max(0, Math.min(between, LONGEST_RETRYING)));
    long count = Math.round(Math.min(retries, MOST_RETRIES));
    monitor
        .withObject("/retryStrategy")
        .put("type", "FIXED")
        .put("baseBackoffSeconds", wait)
        .put("maxRetries", count)
        .put("maxDurationSeconds", LONGEST_RETRYING);
    if (count != retries || wait * count > LONGEST_RETRYING) {
      from.note(
          "maxretries", "at most " + MOST_RETRIES + " retries within " + LONGEST_RETRYING + " s");
    }
    if (wait != between) {
      from.note("retryInterval", "is " + wait + " s here");
    }
  }

  private static void leftovers(TrackedObject from, String type) {
    KumaFields.ofNobody(from);
    if (WEB.contains(type)) {
      KumaApiChecks.leftovers(from, type);
    } else {
      from.meaningless(KumaFields.OF_BODIES);
      from.meaningless(KumaFields.OF_REQUESTS);
    }
    from.meaningless(KumaFields.WITH_OTHERS);
    from.noteUnlessEmpty("proxyId", "monitors are asked without a proxy");
    if (WEB.contains(type)) {
      from.noteUnlessEmpty(
          "expiryNotification", "is said by channels here: set sslExpiry on the channel");
    }
    KumaFields.USUALLY_EMPTY.forEach(name -> from.noteUnlessEmpty(name, "has no counterpart"));
    from.rest("is not known");
  }
}
