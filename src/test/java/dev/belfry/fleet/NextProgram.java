package dev.belfry.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The program with migrations of releases to come: a folder that goes before its class path. */
final class NextProgram {
  private static final Path MIGRATIONS = Path.of("src/main/resources/db/migration");

  /** Adds a column to a busy table, and a table; older programs are served. */
  private static final String EXPANDS =
      """
      ALTER TABLE services ADD COLUMN note text;
      ALTER TABLE checks ADD COLUMN note text;
      CREATE TABLE notes (id bigint PRIMARY KEY, body text NOT NULL);
      """;

  /** Takes away again what the release before needs no more, and with it the programs before. */
  private static final String CONTRACTS =
      """
      ALTER TABLE services DROP COLUMN note;
      ALTER TABLE checks DROP COLUMN note;
      UPDATE schema_support SET oldest = 900;
      """;

  private NextProgram() {}

  /** The next release. */
  static Path expanding(Path directory) {
    return make(directory.resolve("next"), List.of("V900__expands.sql", EXPANDS));
  }

  /** The one after that. */
  static Path contracting(Path directory) {
    return make(
        directory.resolve("after-next"),
        List.of("V900__expands.sql", EXPANDS, "V901__contracts.sql", CONTRACTS));
  }

  private static Path make(Path directory, List<String> namesAndTexts) {
    try (Stream<Path> files = Files.list(MIGRATIONS)) {
      Path folder = Files.createDirectories(directory.resolve("db/migration"));
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(MIGRATIONS.relativize(file)));
      }
      for (int i = 0; i < namesAndTexts.size(); i += 2) {
        Files.writeString(folder.resolve(namesAndTexts.get(i)), namesAndTexts.get(i + 1));
      }
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
