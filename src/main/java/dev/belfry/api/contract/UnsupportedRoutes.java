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

  private final List<Entry> entries = new ArrayList<>();

  /**
   * The answer to a request for what this service lacks.
   *
   * @param status HTTP status
   * @param message what it is and what to use instead
   */
  public record Refusal(int status, String message) {}

  private record Entry(List<String> template, Refusal refusal) {
    boolean matches(List<String> segments) {
      if (segments.size() != template.size()) {
        return false;
      }
      for (int i = 0; i < segments.size(); i++) {
        String expected = template.get(i);
        if (!expected.startsWith("{") && !expected.equals(segments.get(i))) {
          return false;
        }
      }
      return true;
    }
  }

  UnsupportedRoutes(JsonNode table) {
    for (JsonNode row : table) {
      Refusal refusal =
          new Refusal(row.path("status").asInt(NOT_FOUND), row.get("message").textValue());
      for (JsonNode path : row.get("paths")) {
        entries.add(new Entry(RouteTable.segments(path.textValue()), refusal));
      }
    }
  }

  /**
   * The answer to a path, null when it is none of these.
   *
   * @throws IllegalArgumentException if the path is not well encoded
   */
  @Nullable Refusal find(String path) {
    List<String> segments = RouteTable.segments(path);
    return entries.stream()
        .filter(entry -> entry.matches(segments))
        .map(Entry::refusal)
        .findFirst()
        .orElse(null);
  }
}
