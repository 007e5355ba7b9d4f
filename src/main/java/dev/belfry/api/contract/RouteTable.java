package dev.belfry.api.contract;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds the operation of a request by its method and its path. */
final class RouteTable {
  private final Map<String, PathTree<OperationContract>> methods = new TreeMap<>();

  void add(OperationContract operation) {
    methods
        .computeIfAbsent(operation.method(), method -> new PathTree<>())
        .add(operation.path(), operation);
  }

  /** The methods that have an operation on a path, in alphabetical order. */
  List<String> methods(String path) {
    List<String> segments = PathTree.segments(path);
    return methods.entrySet().stream()
        .filter(method -> method.getValue().find(segments) != null)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * The operation of a method on a path, null when there is none.
   *
   * @throws IllegalArgumentException if the path is not well encoded, or escapes a segment of dots
   */
  @Nullable Route find(String method, String path) {
    PathTree<OperationContract> paths = methods.get(method);
    if (paths == null) {
      return null;
    }
    PathTree.Found<OperationContract> found = paths.find(PathTree.segments(path));
    return found == null ? null : new Route(found.value(), found.parameters());
  }
}
