package dev.belfry.projects.files;

import dev.belfry.platform.error.Violation;
import dev.belfry.projects.deploy.Manifest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A project that files describe, with the source location of each value. */
public final class ParsedProject {
  private final Manifest manifest;
  private final List<Map<String, SourceLocation>> locations;
  private final @Nullable SourceLocation project;
  private final List<FileError> errors;

  ParsedProject(
      Manifest manifest,
      List<Map<String, SourceLocation>> locations,
      @Nullable SourceLocation project,
      List<FileError> errors) {
    this.manifest = manifest;
    this.locations = List.copyOf(locations);
    this.project = project;
    this.errors = List.copyOf(errors);
  }

  public Manifest manifest() {
    return manifest;
  }

  /** The same under another logical id. */
  public ParsedProject as(String logicalId) {
    return new ParsedProject(
        new Manifest(logicalId, manifest.name(), manifest.repoUrl(), manifest.resources()),
        locations,
        project,
        errors);
  }

  /** Whether nothing is wrong that can be told without the database. */
  boolean isSound() {
    return errors.isEmpty();
  }

  /**
   * Everything wrong: what the files say by themselves, and violations of the manifest. Of one
   * place the former is said alone, since the latter follows from it.
   */
  InvalidFilesException invalid(List<Violation> violations) {
    Set<String> told =
        errors.stream()
            .map(FileError::location)
            .filter(Objects::nonNull)
            .map(SourceLocation::toString)
            .collect(Collectors.toSet());
    return new InvalidFilesException(
        Stream.concat(
                errors.stream(),
                explain(violations).stream()
                    .filter(
                        error ->
                            error.location() == null
                                || !told.contains(error.location().toString())))
            .sorted(ProjectFiles.IN_ORDER)
            .distinct()
            .toList());
  }

  /**
   * Violations of the manifest as errors of the files, in the order of their places.
   *
   * @param violations with JSON pointers such as {@code /resources/7/payload/request/url}
   */
  public List<FileError> explain(List<Violation> violations) {
    return violations.stream().map(this::explain).sorted(ProjectFiles.IN_ORDER).distinct().toList();
  }

  private FileError explain(Violation violation) {
    String[] parts = violation.path().split("/", 5);
    if (violation.path().startsWith("/project")) {
      return new FileError(project, "project " + violation.message());
    }
    if (parts.length < 3
        || !parts[1].equals("resources")
        || !parts[2].matches("[0-9]{1,9}")
        || Integer.parseInt(parts[2]) >= locations.size()) {
      return new FileError(null, violation.message());
    }
    Map<String, SourceLocation> known = locations.get(Integer.parseInt(parts[2]));
    boolean inPayload = parts.length > 3 && parts[3].equals("payload");
    String pointer = inPayload && parts.length > 4 ? "/" + parts[4] : "";
    String tail = "";
    while (!known.containsKey(pointer)) {
      int cut = pointer.lastIndexOf('/');
      tail = step(pointer.substring(cut + 1)) + tail;
      pointer = pointer.substring(0, cut);
    }
    SourceLocation location = known.get(pointer);
    return new FileError(location, location.path() + tail + " " + violation.message());
  }

  private static String step(String token) {
    String name = token.replace("~1", "/").replace("~0", "~");
    return name.matches("[0-9]+") ? "[" + name + "]" : "." + name;
  }
}
