package dev.belfry.projects.files;

/**
 * A position in a source file.
 *
 * @param file name of the file as the person gave it, with forward slashes
 * @param line from 1
 * @param path of the value within the file, such as {@code groups[0].monitors[1].url}; empty where
 *     only the line is known
 */
public record SourceLocation(String file, int line, String path) {
  static SourceLocation of(String file, int line) {
    return new SourceLocation(file, line, "");
  }

  /** The same line, which holds the value at this path. */
  SourceLocation at(String valuePath) {
    return new SourceLocation(file, line, valuePath);
  }

  /** File and line, such as {@code groups/web.yaml:12}. */
  @Override
  public String toString() {
    return file + ":" + line;
  }
}
