package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Builds a project file. */
final class ProjectBuilder {
  private static final Pattern SEPARATOR = Pattern.compile("[,;\\s]+");
  private static final int LONGEST_ID = 60;
  private static final int LONGEST_NAME = 255;
  private static final List<Integer> REMINDER_MINUTES = List.of(1, 2, 3, 4, 5, 10, 15, 30);
  private static final int ENDLESS = 100_000;

  private final ObjectNode file = JsonNodeFactory.instance.objectNode();
  private final Set<String> ids = new HashSet<>();

  ProjectBuilder(String project, String name) {
    file.put("project", project).put("name", name);
  }

  ObjectNode file() {
    return file;
  }

  /** A new entry of a list of the file, with an id made of its name. */
  ObjectNode add(String list, String name) {
    ObjectNode entry = entry(list, name);
    file.withArray("/" + list).add(entry);
    return entry;
  }

  /** An entry that is put elsewhere, with an id that no other of its list has. */
  ObjectNode entry(String list, String name) {
    String slug = slug(name);
    String noun = list.endsWith("s") ? list.substring(0, list.length() - 1) : list;
    // A number would name what is there already.
    String first = slug.isEmpty() ? noun : slug.matches("\\d+") ? noun + "-" + slug : slug;
    String id = first;
    for (int n = 2; !ids.add(list + "/" + id); n++) {
      id = first + "-" + n;
    }
    return JsonNodeFactory.instance.objectNode().put("id", id);
  }

  private static String slug(String name) {
    String slug =
        Normalizer.normalize(name, Normalizer.Form.NFKD)
            .replaceAll("\\p{M}", "")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    return slug.length() <= LONGEST_ID ? slug : slug.substring(0, LONGEST_ID);
  }

  /** The mail addresses of a text, however they are separated. */
  static List<String> addresses(String text) {
    return SEPARATOR.splitAsStream(text).filter(one -> !one.isEmpty()).toList();
  }

  /** A name that is not too long. */
  static String shortened(String name) {
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
  }

  /** Alert settings of a monitor. */
  static ObjectNode escalation(ObjectNode monitor, int failedRuns) {
    ObjectNode settings = monitor.withObject("/alertEscalationPolicy");
    settings
        .put("escalationType", "RUN_BASED")
        .withObject("/runBasedEscalation")
        .put("failedRunThreshold", failedRuns);
    return settings;
  }

  /** Endless reminders, about so many minutes apart; answers how many it has become. */
  static int remind(ObjectNode settings, double minutes) {
    int best = REMINDER_MINUTES.get(0);
    for (int one : REMINDER_MINUTES) {
      best = one <= minutes ? one : best;
    }
    settings.withObject("/reminders").put("amount", ENDLESS).put("interval", best);
    return best;
  }

  /** Subscribes a monitor to a channel. */
  static void subscribe(ObjectNode monitor, String channel, boolean activated) {
    ArrayNode channels = monitor.withArray("/alertChannels");
    if (activated) {
      channels.add(channel);
    } else {
      channels.addObject().put("id", channel).put("activated", false);
    }
  }
}
