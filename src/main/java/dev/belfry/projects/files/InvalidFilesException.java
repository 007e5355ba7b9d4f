package dev.belfry.projects.files;

import java.util.List;
import java.util.stream.Collectors;

/** Files that cannot be applied, with every error in them. */
public final class InvalidFilesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<FileError> errors;

  /** At least one error. */
  public InvalidFilesException(List<FileError> errors) {
    super(
        errors.stream().map(FileError::toString).collect(Collectors.joining("\n")),
        null,
        false,
        false);
    this.errors = List.copyOf(errors);
  }

  public List<FileError> errors() {
    return errors;
  }
}
