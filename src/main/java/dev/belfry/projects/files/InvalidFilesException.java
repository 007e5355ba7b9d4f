package dev.belfry.projects.files;

import java.util.List;
import java.util.stream.Collectors;

/** Files that cannot be applied, with everything that is wrong with them. */
public final class InvalidFilesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<FileError> faults;

  /** At least one fault. */
  public InvalidFilesException(List<FileError> faults) {
    super(
        faults.stream().map(FileError::toString).collect(Collectors.joining("\n")),
        null,
        false,
        false);
    this.faults = List.copyOf(faults);
  }

  public List<FileError> faults() {
    return faults;
  }
}
