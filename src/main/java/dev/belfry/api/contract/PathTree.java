package dev.belfry.api.contract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds what belongs to a path by its segments, in a time that does not depend on how many
 * templates there are. A segment that is written in a template is preferred to a parameter (OpenAPI
 * 3.1, 4.8.8.2).
 */
final class PathTree<T> {
  private final Node<T> root = new Node<>();

  /** What was found, and the values of the template's parameters by name. */
  record Found<T>(T value, Map<String, String> parameters) {}

  void add(String template, T value) {
    Node<T> node = root;
    List<String> names = new ArrayList<>();
    for (String segment : segments(template)) {
      if (segment.startsWith("{")) {
        names.add(segment.substring(1, segment.length() - 1));
        Node<T> next = node.parameter == null ? new Node<>() : node.parameter;
        node.parameter = next;
        node = next;
      } else {
        node = node.named.computeIfAbsent(segment, name -> new Node<>());
      }
    }
    node.target = new Target<>(value, names);
  }

  /**
   * What belongs to a path, null for nothing.
   *
   * @param segments as {@link #segments} reads them
   */
  @Nullable Found<T> find(List<String> segments) {
    List<String> values = new ArrayList<>(2);
    Target<T> target = find(root, segments, 0, values);
    return target == null ? null : target.found(values);
  }

  private static <T> @Nullable Target<T> find(
      Node<T> node, List<String> segments, int depth, List<String> values) {
    if (depth == segments.size()) {
      return node.target;
    }
    String segment = segments.get(depth);
    Node<T> named = node.named.get(segment);
    Target<T> found = named == null ? null : find(named, segments, depth + 1, values);
    if (found != null || node.parameter == null) {
      return found;
    }
    values.add(segment);
    found = find(node.parameter, segments, depth + 1, values);
    if (found == null) {
      values.remove(values.size() - 1);
    }
    return found;
  }

  /**
   * Those of a path, decoded, without empty ones; those of one and two dots mean what RFC 3986,
   * 5.2.4 says. Escaped ones are refused: a proxy that compares paths as they are written would not
   * see them.
   *
   * @throws IllegalArgumentException if the path is not well encoded, or escapes a segment of dots
   */
  static List<String> segments(String path) {
    boolean encoded = path.indexOf('%') >= 0;
    List<String> segments = new ArrayList<>(8);
    int from = 0;
    while (from < path.length()) {
      int slash = path.indexOf('/', from);
      int to = slash < 0 ? path.length() : slash;
      if (to > from) {
        String segment = path.substring(from, to);
        add(encoded && segment.indexOf('%') >= 0 ? decoded(segment) : segment, segments);
      }
      from = to + 1;
    }
    return segments;
  }

  private static void add(String segment, List<String> segments) {
    if (segment.equals("..")) {
      if (!segments.isEmpty()) {
        segments.remove(segments.size() - 1);
      }
    } else if (!segment.equals(".")) {
      segments.add(segment);
    }
  }

  private static String decoded(String segment) {
    String decoded = PercentEncoding.decode(segment);
    if (decoded.equals(".") || decoded.equals("..")) {
      throw new IllegalArgumentException("An escaped segment of dots");
    }
    return decoded;
  }

  private static final class Node<T> {
    final Map<String, Node<T>> named = new HashMap<>();
    @Nullable Node<T> parameter;
    @Nullable Target<T> target;
  }

  private record Target<T>(T value, List<String> names) {
    Found<T> found(List<String> values) {
      if (values.isEmpty()) {
        return new Found<>(value, Map.of());
      }
      Map<String, String> parameters = new LinkedHashMap<>(4);
      for (int i = 0; i < values.size(); i++) {
        parameters.put(names.get(i), values.get(i));
      }
      return new Found<>(value, parameters);
    }
  }
}
