package dev.belfry.api.http;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code If-Match} or {@code If-None-Match} demands (RFC 9110, sections 13.1.1 and 13.1.2).
 *
 * @param any whether it is {@code *}
 * @param tags the tags it lists
 */
record TagCondition(boolean any, List<Tag> tags) {
  /** Stands in a tag between the hash without volatile members and that of the whole. */
  static final char PARTS = '.';

  private static final Pattern LIST =
      Pattern.compile("\\G[ \\t,]*(W/)?(\"[!#-~\\x80-\\xff]*\")[ \\t]*(?=,|$)");

  /** One tag, with its quotes. */
  record Tag(boolean weak, String text) {}

  TagCondition {
    tags = List.copyOf(tags);
  }

  /** The condition of a header, null when it is not well-formed. */
  static @Nullable TagCondition parse(String header) {
    String value = header.strip();
    if ("*".equals(value)) {
      return new TagCondition(true, List.of());
    }
    List<Tag> tags = new ArrayList<>(1);
    Matcher each = LIST.matcher(value);
    int end = 0;
    while (each.find()) {
      tags.add(new Tag(each.group(1) != null, each.group(2)));
      end = each.end();
    }
    boolean whole = value.substring(end).chars().allMatch(rest -> rest == ',' || rest == ' ');
    return tags.isEmpty() || !whole ? null : new TagCondition(false, tags);
  }

  /**
   * Whether the resource is still what the client saw, by strong comparison. What changes by itself
   * does not count: a resource with such members could never be changed otherwise.
   */
  boolean holdsFor(String current) {
    return any
        || tags.stream().anyMatch(tag -> !tag.weak() && lasting(tag).equals(lasting(current)));
  }

  /** Whether the client has this very document already, by weak comparison. */
  boolean names(String current) {
    return any || tags.stream().anyMatch(tag -> tag.text().equals(current));
  }

  private static String lasting(Tag tag) {
    return lasting(tag.text());
  }

  private static String lasting(String tag) {
    int parts = tag.indexOf(PARTS);
    return parts < 0 ? tag : tag.substring(0, parts);
  }
}
