package dev.belfry.api.contract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the operation of a request by the segments of its path, in a time that does not depend on
 * how many operations there are. A segment that is written in a template is preferred to a
 * parameter (OpenAPI 3.1, 4.8.8.2).
 */
final class RouteTable {
  private final Map<String, Node> methods = new TreeMap<>();

  void add(OperationContract operation) {
    Node node = methods.computeIfAbsent(operation.method(), method -> new Node());
    List<String> names = new ArrayList<>();
    for (String segment : segments(operation.path())) {
      if (segment.startsWith("{")) {
        names.add(segment.substring(1, segment.length() - 1));
        Node next = node.parameter == null ? new Node() : node.parameter;
        node.parameter = next;
        node = next;
      } else {
        node = node.named.computeIfAbsent(segment, name -> new Node());
      }
    }
    node.target = new Target(operation, names);
  }

  /** The methods that have an operation on a path, in alphabetical order. */
  List<String> methods(String path) {
    List<String> segments = segments(path);
    return methods.entrySet().stream()
        .filter(method -> find(method.getValue(), segments, 0, new ArrayList<>()) != null)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The operation of a method on a path, null when there is none.
   *
   * @throws IllegalArgumentException if the path is not well encoded, or escapes a segment of dots
   */
  @Nullable Route find(String method, String path) {
    Node start = methods.get(method);
    if (start == null) {
      return null;
    }
    List<String> values = new ArrayList<>(2);
    Target target = find(start, segments(path), 0, values);
    return target == null ? null : target.route(values);
  }

  private static @Nullable Target find(
      Node node, List<String> segments, int depth, List<String> values) {
    if (depth == segments.size()) {
      return node.target;
    }
    String segment = segments.get(depth);
    Node named = node.named.get(segment);
    Target found = named == null ? null : find(named, segments, depth + 1, values);
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
   * Decoded, without empty ones; those of one and two dots mean what RFC 3986, 5.2.4 says. Escaped
   * ones are refused: a proxy that compares paths as they are written would not see them.
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

  private static final class Node {
    final Map<String, Node> named = new HashMap<>();
    @Nullable Node parameter;
    @Nullable Target target;
  }

  private record Target(OperationContract operation, List<String> names) {
    Route route(List<String> values) {
      if (values.isEmpty()) {
        return new Route(operation, Map.of());
      }
      Map<String, String> parameters = new LinkedHashMap<>(4);
      for (int i = 0; i < values.size(); i++) {
        parameters.put(names.get(i), values.get(i));
      }
      return new Route(operation, parameters);
    }
  }
}
