package dev.belfry.platform.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The state that a Postgres server writes to its data directory, {@code postmaster.pid} (Postgres
 * source, miscadmin.h, "LOCK_FILE_LINE").
 *
 * @param port 0 while it is not known yet
 * @param ready whether it accepts connections
 */
record PostmasterFile(long pid, int port, boolean ready) {
  private static final int PORT_LINE = 3;
  private static final int STATUS_LINE = 7;

  static Path path(Path directory) {
    return directory.resolve("postmaster.pid");
  }

  /** Empty when there is none, or none that can be read. */
  static Optional<PostmasterFile> read(Path directory) {
    try {
      List<String> lines = Files.readAllLines(path(directory));
      return Optional.of(
          new PostmasterFile(
              Long.parseLong(lines.get(0).strip()),
              lines.size() > PORT_LINE ? Integer.parseInt(lines.get(PORT_LINE).strip()) : 0,
              lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready")));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }
}
