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
 * Converts a backup of Uptime Kuma (versions 1.x: {@code version}, {@code notificationList}, {@code
 * monitorList}, {@code proxyList}) into a project file. Pure.
 */
public final class UptimeKuma {
  private static final Pattern VARIABLE = Pattern.compile("\\$?\\$\\{[A-Za-z_]\\w*}");

  private final FieldTracker trail;
  private final ProjectBuilder outline =
      new ProjectBuilder("uptime-kuma", "Moved from Uptime Kuma");

  UptimeKuma(FieldTracker trail) {
    this.trail = trail;
  }

  /** Reads a backup; what it says that has no counterpart is noted, whatever it is. */
  public static ImportResult read(JsonNode backup) {
    return new UptimeKuma(new FieldTracker()).moved(backup);
  }

  ImportResult moved(JsonNode backup) {
    TrackedObject members = new TrackedObject(backup, "", "", trail, UptimeKuma::escaped);
    if (!backup.isObject()) {
      members.whole("document", "is not a backup, which is an object with a monitorList");
      return new ImportResult(outline.file(), trail.notes());
    }
    members.meaningless(List.of("version"));
    KumaChannels channels = new KumaChannels(outline);
    members.list("notificationList").forEach(channels::add);
    monitors(members.list("monitorList"), channels);
    members.noteUnlessEmpty("proxyList", "monitors are asked without a proxy");
    members.rest("is not known");
    return new ImportResult(outline.file(), trail.notes());
  }

  private void monitors(List<TrackedObject> entries, KumaChannels channels) {
    List<TrackedObject> named = new ArrayList<>();
    for (TrackedObject entry : entries) {
      String name = entry.text("name");
      named.add(name.isEmpty() ? entry : entry.called(entry.where() + " \"" + name + "\""));
    }
    Map<String, ObjectNode> made = new LinkedHashMap<>();
    KumaMonitors monitors = new KumaMonitors(outline, channels);
    for (TrackedObject entry : named) {
      if (entry.text("type").equals("group")) {
        made.putIfAbsent(entry.text("id"), monitors.group(entry));
      }
    }
    for (TrackedObject entry : named) {
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
