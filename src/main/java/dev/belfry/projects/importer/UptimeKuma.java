package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A backup of Uptime Kuma (versions 1.x: {@code version}, {@code notificationList}, {@code
 * monitorList}, {@code proxyList}) as a project of ours. Pure.
 */
public final class UptimeKuma {
  private static final Pattern VARIABLE = Pattern.compile("\\$?\\$\\{[A-Za-z_]\\w*}");

  private final Trail trail;
  private final Outline outline = new Outline("uptime-kuma", "Moved from Uptime Kuma");

  UptimeKuma(Trail trail) {
    this.trail = trail;
  }

  /** Reads a backup; what it says that has no counterpart is noted, whatever it is. */
  public static Moved read(JsonNode backup) {
    return new UptimeKuma(new Trail()).moved(backup);
  }

  Moved moved(JsonNode backup) {
    Members members = new Members(backup, "", "", trail, UptimeKuma::escaped);
    if (!backup.isObject()) {
      members.whole("document", "is not a backup, which is an object with a monitorList");
      return new Moved(outline.file(), trail.notes());
    }
    members.meaningless(List.of("version"));
    KumaChannels channels = new KumaChannels(outline);
    members.list("notificationList").forEach(channels::add);
    monitors(members.list("monitorList"), channels);
    members.noteUnlessEmpty("proxyList", "monitors are asked without a proxy");
    members.rest("is not known");
    return new Moved(outline.file(), trail.notes());
  }

  private void monitors(List<Members> entries, KumaChannels channels) {
    List<Members> named = new ArrayList<>();
    for (Members entry : entries) {
      String name = entry.text("name");
      named.add(name.isEmpty() ? entry : entry.called(entry.where() + " \"" + name + "\""));
    }
    Map<String, ObjectNode> made = new LinkedHashMap<>();
    KumaMonitors monitors = new KumaMonitors(outline, channels);
    for (Members entry : named) {
      if (entry.text("type").equals("group")) {
        made.putIfAbsent(entry.text("id"), monitors.group(entry));
      }
    }
    for (Members entry : named) {
      if (!entry.text("type").equals("group")) {
        monitors.add(entry, made.get(entry.text("parent")));
      }
    }
  }

  /** A text that stands for itself in a file, where {@code ${NAME}} is a variable. */
  private static String escaped(String text) {
    return VARIABLE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement("$" + found.group()));
  }
}
