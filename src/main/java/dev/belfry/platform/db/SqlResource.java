package dev.belfry.platform.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.stream.Collectors;

/**
 * Statements that are too long for a Java string. Each is a {@code .sql} file of the class path
 * beside the class that runs it. A constant that reads one fails at class load when it is missing.
 */
public final class SqlResource {
  private static final String COMMENT = "--";

  private SqlResource() {}

  /**
   * Reads a statement without its lines of comments, which the server would parse each time.
   *
   * @param beside a class of the package that has the file
   * @param name the file's name, such as {@code write-results.sql}
   * @throws IllegalStateException when there is no such file
   */
  public static String read(Class<?> beside, String name) {
    try (InputStream file = beside.getResourceAsStream(name)) {
      if (file == null) {
        throw new IllegalStateException(
            "not on the class path: " + name + " beside " + beside.getName());
      }
      return new String(file.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.stripLeading().startsWith(COMMENT))
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
