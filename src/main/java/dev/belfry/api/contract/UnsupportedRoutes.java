package dev.belfry.api.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What clients of other services ask for and this one lacks: the table {@code x-unsupported} of the
 * contract. It is asked only for requests that have no operation.
 */
public final class UnsupportedRoutes {
  private static final int NOT_FOUND = 404;

  private final PathTree<Refusal> refusals = new PathTree<>();
  private final List<String> plain = new ArrayList<>();

  /**
   * The answer to a request for what this service lacks.
   *
   * @param status HTTP status
   * @param message what it is and what to use instead
   */
  public record Refusal(int status, String message) {}

  UnsupportedRoutes(JsonNode table) {
    for (JsonNode row : table) {
      Refusal refusal =
          new Refusal(row.path("status").asInt(NOT_FOUND), row.get("message").textValue());
      for (JsonNode path : row.get("paths")) {
        refusals.add(path.textValue(), refusal);
        if (path.textValue().indexOf('{') < 0) {
          plain.add(path.textValue());
        }
      }
    }
  }

  /** The paths without parameters, in the order of the table. */
  List<String> plain() {
    return List.copyOf(plain);
  }

  /**
   * The answer to a path, null when it is none of these.
   *
   * @throws IllegalArgumentException if the path is not well encoded
   */
  @Nullable Refusal find(String path) {
    PathTree.Found<Refusal> found = refusals.find(PathTree.segments(path));
    return found == null ? null : found.value();
  }
}
