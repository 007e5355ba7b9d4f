package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts a configuration of Gatus (version 5: {@code endpoints}, {@code alerting}, {@code
 * maintenance}) into a project file. Pure.
 */
public final class Gatus {
  /** How Gatus itself runs, and what its pages look like. */
  static final List<String> MEANINGLESS =
      List.of(
          "debug",
          "metrics",
          "skip-invalid-config-update",
          "disable-monitoring-lock",
          "concurrency",
          "ui");

  /** {@code $$}, then what a variable is. */
  private static final Pattern DOLLAR =
      Pattern.compile(
          "\\$\\$(?=\\{[A-Za-z_]\\w*})|\\$\\$|\\$\\{([A-Za-z_]\\w*)}|\\$([A-Za-z_]\\w*)");

  private final FieldTracker trail;
  private final ProjectBuilder outline = new ProjectBuilder("gatus", "Moved from Gatus");

  Gatus(FieldTracker trail) {
    this.trail = trail;
  }

  /**
   * Reads a configuration; what it says that has no counterpart is noted, whatever it is.
   *
   * @param configuration its YAML as a tree, with variables as they are written
   */
  public static ImportResult read(JsonNode configuration) {
    return new Gatus(new FieldTracker()).moved(configuration);
  }

  ImportResult moved(JsonNode configuration) {
    TrackedObject members = new TrackedObject(configuration, "", "", trail, Gatus::variables);
    if (!configuration.isObject()) {
      members.whole("document", "is not a configuration, which is an object with endpoints");
      return new ImportResult(outline.file(), trail.notes());
    }
    members.meaningless(MEANINGLESS);
    List<TrackedObject> endpoints = members.list("endpoints").stream().map(Gatus::named).toList();
    GatusChannels channels = new GatusChannels(outline);
    channels.learn(endpoints);
    channels.add(members.object("alerting"));
    GatusMaintenance maintenance = new GatusMaintenance(outline);
    Map<String, ObjectNode> groups = new HashMap<>();
    GatusEndpoints reader = new GatusEndpoints(outline, channels, maintenance);
    endpoints.forEach(endpoint -> reader.add(endpoint, groups));
    maintenance.add(members.object("maintenance"), "Maintenance", "");
    members.rest("has no counterpart");
    return new ImportResult(outline.file(), trail.notes());
  }

  private static TrackedObject named(TrackedObject endpoint) {
    String name = endpoint.text("name");
    return name.isEmpty() ? endpoint : endpoint.called(endpoint.where() + " \"" + name + "\"");
  }

  /**
   * A text with its variables written as ours are: {@code $NAME} is {@code ${NAME}}, and {@code $$}
   * is one dollar.
   */
  static String variables(String text) {
    return DOLLAR
        .matcher(text)
        .replaceAll(
            found -> {
              String name = found.group(1) == null ? found.group(2) : found.group(1);
              boolean escape = name == null && found.end() < text.length();
              return Matcher.quoteReplacement(
                  name != null
                      ? "${" + name + "}"
                      : escape && text.charAt(found.end()) == '{' ? found.group() : "$");
            });
  }
}
