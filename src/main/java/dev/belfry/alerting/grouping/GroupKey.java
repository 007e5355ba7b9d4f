package dev.belfry.alerting.grouping;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.template.TextLimit;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the members of a group have in common.
 *
 * @param key the same for alerts of one group and for no others of the channel
 * @param labels for people to read, JSON text of an object
 */
record GroupKey(String key, String labels) {
  /** The group of alerts beyond the most groups that a channel may have open. */
  static final GroupKey OTHERS = new GroupKey("others", "{\"OTHERS\":\"true\"}");

  private static final String TAG = "TAG:";
  private static final int LONGEST_VALUE = 300;

  /** The key of an alert, by the terms of a channel. */
  static GroupKey of(List<String> by, GroupFacts alert) {
    ObjectNode labels = JsonNodeFactory.instance.objectNode();
    by.forEach(term -> labels.put(term, TextLimit.cut(value(term, alert), LONGEST_VALUE)));
    String json = labels.toString();
    return new GroupKey(by.contains("CHECK_GROUP") ? alert.groupId() + json : json, json);
  }

  private static String value(String term, GroupFacts alert) {
    if (term.startsWith(TAG)) {
      return tags(term.substring(TAG.length()), alert.tags());
    }
    return switch (term) {
      case "CHECK_GROUP" -> alert.groupName();
      case "TAGS" -> alert.tags().stream().sorted().distinct().collect(Collectors.joining(", "));
      case "HOST" -> alert.host();
      case "ADDRESS" -> alert.address();
      case "FAILURE" -> alert.failure();
      default -> "";
    };
  }

  /**
   * What follows the name in tags such as {@code team:web}; the tag itself when it has no value.
   */
  private static String tags(String name, List<String> tags) {
    return tags.stream()
        .filter(tag -> tag.equals(name) || tag.startsWith(name + ":"))
        .map(tag -> tag.equals(name) ? name : tag.substring(name.length() + 1))
        .sorted()
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
