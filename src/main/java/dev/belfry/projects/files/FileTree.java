package dev.belfry.projects.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds files on disk. A directory stands for all files in it and below. */
public final class FileTree {
  private static final long MOST_BYTES = 8 << 20;
  private static final int MOST_FILES = 5_000;

  private final List<SourceFile> files = new ArrayList<>();
  private final List<FileError> errors = new ArrayList<>();

  private FileTree() {}

  /**
   * The content of every {@code .yaml}, {@code .yml} and {@code .json} file, directories in
   * alphabetical order; files and directories whose name begins with a dot are left out.
   *
   * @throws InvalidFilesException when one cannot be read, and when a directory has none: an empty
   *     directory is more likely not mounted than a wish to delete everything
   */
  public static List<SourceFile> read(List<Path> paths) {
    FileTree tree = new FileTree();
    for (Path path : paths) {
      tree.add(path);
    }
    if (!tree.errors.isEmpty()) {
      throw new InvalidFilesException(tree.errors);
    }
    return tree.files;
  }

  private void add(Path path) {
    if (!Files.isDirectory(path)) {
      file(path);
      return;
    }
    try (Stream<Path> below = Files.walk(path, 16, FileVisitOption.FOLLOW_LINKS)) {
      List<Path> found =
          below
              .filter(one -> isOurs(path.relativize(one)) && Files.isRegularFile(one))
              .sorted()
              .limit(MOST_FILES + 1L)
              .toList();
      if (found.isEmpty()) {
        error(path, "has no file ending in .yaml, .yml or .json");
      } else if (found.size() > MOST_FILES) {
        error(path, "has more than " + MOST_FILES + " files");
      } else {
        found.forEach(this::file);
      }
    } catch (IOException | UncheckedIOException e) {
      error(path, "cannot be read: " + e.getMessage());
    }
  }

  private static boolean isOurs(Path relative) {
    for (Path part : relative) {
      if (part.toString().startsWith(".")) {
        return false;
      }
    }
    return relative.toString().matches(".+\\.(yaml|yml|json)");
  }

  private void file(Path path) {
    try {
      if (Files.size(path) > MOST_BYTES) {
        error(path, "is larger than " + MOST_BYTES + " bytes");
      } else {
        files.add(new SourceFile(name(path), Files.readString(path)));
      }
    } catch (MalformedInputException e) {
      error(path, "is not UTF-8");
    } catch (IOException e) {
      error(path, "cannot be read; it must be a YAML file in UTF-8");
    }
  }

  private void error(Path path, String message) {
    errors.add(new FileError(null, name(path) + ": " + message));
  }

  private static String name(Path path) {
    return path.toString().replace('\\', '/');
  }
}
