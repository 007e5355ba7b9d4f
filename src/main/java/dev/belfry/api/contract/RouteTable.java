package dev.belfry.api.contract;

import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the operation of a request by its method and its path. */
final class RouteTable {
  private final Map<String, PathTree<Optional<OperationContract>>> methods = new TreeMap<>();

  void add(OperationContract operation) {
    methods
        .computeIfAbsent(operation.method(), method -> new PathTree<>())
        .add(operation.path(), Optional.of(operation));
  }

  /**
   * Takes a path from the operations that would read a word of it as the value of a parameter which
   * refuses that word, such as a type of checks as an id.
   *
   * @param path one without parameters
   */
  void exclude(String path) {
    List<String> segments = PathTree.segments(path);
    for (PathTree<Optional<OperationContract>> paths : methods.values()) {
      PathTree.Found<Optional<OperationContract>> found = paths.find(segments);
      if (found != null
          && found.value().filter(one -> refuses(one, found.parameters())).isPresent()) {
        paths.add(path, Optional.empty());
      }
    }
  }

  private static boolean refuses(OperationContract operation, Map<String, String> values) {
    List<Violation> violations = new ArrayList<>();
    for (Parameter parameter : operation.parameters()) {
      if (parameter.inPath()) {
        parameter.read(List.of(values.getOrDefault(parameter.name(), "")), violations);
      }
    }
    return !violations.isEmpty();
  }

  /** The methods that have an operation on a path, in alphabetical order. */
  List<String> methods(String path) {
    List<String> segments = PathTree.segments(path);
    return methods.entrySet().stream()
        .filter(method -> find(method.getValue(), segments) != null)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The operation of a method on a path, null when there is none.
   *
   * @throws IllegalArgumentException if the path is not well encoded, or escapes a segment of dots
   */
  @Nullable Route find(String method, String path) {
    PathTree<Optional<OperationContract>> paths = methods.get(method);
    return paths == null ? null : find(paths, PathTree.segments(path));
  }

  private static @Nullable Route find(
      PathTree<Optional<OperationContract>> paths, List<String> segments) {
    PathTree.Found<Optional<OperationContract>> found = paths.find(segments);
    return found == null
        ? null
        : found.value().map(operation -> new Route(operation, found.parameters())).orElse(null);
  }
}
