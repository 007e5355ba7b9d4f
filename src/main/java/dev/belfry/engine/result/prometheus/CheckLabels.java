package dev.belfry.engine.result.prometheus;

import dev.belfry.monitoring.check.CheckType;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Renders the labels that all metrics of a check have, in Prometheus' text format. */
final class CheckLabels {
  /** Labels of our own, and those that a scrape adds. */
  private static final Set<String> TAKEN =
      Set.of(
          "name",
          "check_id",
          "check_type",
          "muted",
          "activated",
          "group",
          "tags",
          "status",
          "type",
          "location",
          "domain",
          "le",
          "quantile",
          "instance",
          "job");

  private static final Pattern NOT_OF_NAMES = Pattern.compile("[^a-zA-Z0-9_]");

  private CheckLabels() {}

  /**
   * The labels without braces, such as {@code name="Shop",check_id="…"}.
   *
   * @param tagLabels whether a tag such as {@code env:prod} becomes the label {@code env="prod"}
   */
  static String of(MeasuredCheck check, boolean tagLabels) {
    StringBuilder text = new StringBuilder(256);
    add(text, "name", check.name());
    add(text, "check_id", check.id().toString());
    add(text, "check_type", word(check.type()));
    add(text, "muted", Boolean.toString(check.muted()));
    add(text, "activated", Boolean.toString(check.activated()));
    add(text, "group", check.group() == null ? "" : check.group());
    add(text, "tags", String.join(",", check.tags()));
    if (tagLabels) {
      Map<String, String> labels = new TreeMap<>();
      check.tags().forEach(tag -> putTag(labels, tag));
      labels.forEach((name, value) -> add(text, name, value));
    }
    return text.toString();
  }

  /** What the exporter calls a type, such as {@code url} or {@code multi_step}. */
  static String word(CheckType type) {
    return type.name().toLowerCase(Locale.ROOT);
  }

  /** One label more. */
  static String with(String labels, String name, String value) {
    StringBuilder text = new StringBuilder(labels);
    add(text, name, value);
    return text.toString();
  }

  /** The first of two tags that give one label wins, so that each label occurs once. */
  private static void putTag(Map<String, String> labels, String tag) {
    int colon = tag.indexOf(':');
    if (colon <= 0) {
      return;
    }
    String name = NOT_OF_NAMES.matcher(tag.substring(0, colon)).replaceAll("_");
    // Names that begin with two underscores are Prometheus' own.
    if (Character.isDigit(name.charAt(0)) || name.startsWith("__")) {
      name = "tag_" + name;
    }
    if (!TAKEN.contains(name)) {
      labels.putIfAbsent(name, tag.substring(colon + 1).strip());
    }
  }

  /** Adds a label, after a comma unless it is the first. */
  static void add(StringBuilder text, String name, String value) {
    if (text.length() > 0) {
      text.append(',');
    }
    text.append(name).append("=\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> text.append("\\\\");
        case '"' -> text.append("\\\"");
        case '\n' -> text.append("\\n");
        default -> text.append(c);
      }
    }
    text.append('"');
  }
}
