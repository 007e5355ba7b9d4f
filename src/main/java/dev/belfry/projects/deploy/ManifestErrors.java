package dev.belfry.projects.deploy;

import dev.belfry.api.resource.Problem;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Collects every error of a manifest by resource. The message names resource, file and field, since
 * some clients show nothing else.
 */
final class ManifestErrors {
  private static final String WHOLE = "/resources";
  private static final int MOST_LINES = 20;
  private static final int MOST_VIOLATIONS = 500;

  private final Manifest manifest;
  private final List<Violation> violations = new ArrayList<>();
  private final Set<String> paths = new HashSet<>();

  ManifestErrors(Manifest manifest) {
    this.manifest = manifest;
  }

  int count() {
    return violations.size();
  }

  boolean isEmpty() {
    return violations.isEmpty();
  }

  /** Of one field the first that is said is enough. */
  void add(Violation violation) {
    if (paths.add(violation.path()) || violation.path().equals(WHOLE)) {
      violations.add(violation);
    }
  }

  /** A violation inside the resource of an index. */
  void add(int index, Violation violation) {
    add(violation.within("/resources/" + index));
  }

  void add(Problem problem) {
    for (int i = 0; i < manifest.resources().size(); i++) {
      ManifestResource resource = manifest.resources().get(i);
      if (resource.logicalId().equals(problem.logicalId())
          && resource.type().equals(problem.type().wire())) {
        add(i, problem.violation().within("/payload"));
        return;
      }
    }
    add(
        new Violation(
            WHOLE,
            problem.type().wire()
                + " "
                + problem.logicalId()
                + ": "
                + problem.violation().message()));
  }

  /** Throws the 400 that says all of it, unless there is nothing to say. */
  void requireNone() {
    if (!isEmpty()) {
      throw refusal();
    }
  }

  /** The 400 that says all of it; there is something to say. */
  ApiException refusal() {
    return ApiException.invalid(
        message(), violations.subList(0, Math.min(violations.size(), MOST_VIOLATIONS)));
  }

  private String message() {
    String lines =
        violations.stream().limit(MOST_LINES).map(this::line).collect(Collectors.joining("\n"));
    int more = violations.size() - MOST_LINES;
    return "The project cannot be deployed:\n"
        + lines
        + (more > 0 ? "\n- and " + more + " more" : "");
  }

  private String line(Violation violation) {
    String[] parts = violation.path().split("/", 4);
    boolean inResource = parts.length > 2 && parts[1].equals("resources");
    if (!inResource) {
      String where = violation.path().equals(WHOLE) ? "" : violation.path() + " ";
      return "- " + where + violation.message();
    }
    ManifestResource resource = manifest.resources().get(Integer.parseInt(parts[2]));
    String file = resource.sourceFile() == null ? "" : " (" + resource.sourceFile() + ")";
    String inside = parts.length < 4 ? "" : parts[3].replaceFirst("^payload(/|$)", "");
    return "- "
        + resource.type()
        + " "
        + resource.logicalId()
        + file
        + ": "
        + (inside.isEmpty() ? "" : inside.replace('/', '.') + " ")
        + violation.message();
  }
}
