package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects what is wrong with the checks of a request. The message names check, file and field,
 * since command lines show nothing else.
 */
final class TestJobErrors {
  private static final int MOST_LINES = 20;
  private static final int MOST_VIOLATIONS = 500;

  private final JsonNode jobs;
  private final List<Violation> violations = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  TestJobErrors(JsonNode jobs) {
    this.jobs = jobs;
  }

  /** Adds what is wrong with the check of an index. */
  void add(int index, List<Violation> found) {
    JsonNode job = jobs.path(index);
    String file = job.path("filePath").asText("");
    for (Violation one : found) {
      violations.add(one.within("/checkRunJobs/" + index));
      String field = one.path().isEmpty() ? "" : one.path().substring(1).replace('/', '.') + " ";
      lines.add(
          "- check %s%s: %s%s"
              .formatted(
                  job.path("logicalId").asText(),
                  file.isEmpty() ? "" : " (" + file + ")",
                  field,
                  one.message()));
    }
  }

  /** Throws the 400 that says all of it, unless there is nothing to say. */
  void requireNone() {
    if (violations.isEmpty()) {
      return;
    }
    int more = lines.size() - MOST_LINES;
    throw ApiException.invalid(
        "The checks cannot be run:\n"
            + String.join("\n", lines.subList(0, Math.min(MOST_LINES, lines.size())))
            + (more > 0 ? "\n- and " + more + " more" : ""),
        violations.subList(0, Math.min(MOST_VIOLATIONS, violations.size())));
  }
}
