package dev.belfry.platform.db.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Files in the data directory of the embedded server. */
record EmbeddedFiles(Path directory) {
  /** Makes the directory of Postgres, for our eyes only. The lock is held. */
  static EmbeddedFiles prepare(Path directory) throws IOException {
    EmbeddedFiles files = new EmbeddedFiles(directory);
    files.setAsideUnfinished();
    Files.createDirectories(files.data());
    Files.createDirectories(files.programs());
    files.close(files.data());
    files.closePrograms();
    Files.deleteIfExists(files.log());
    return files;
  }

  /** Keeps others from changing what we run; the library opens its directories to all. */
  void closePrograms() throws IOException {
    close(programs());
  }

  private void close(Path path) throws IOException {
    if (isPosix()) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private boolean isPosix() {
    return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  static Path data(Path directory) {
    return directory.resolve("postgres");
  }

  Path data() {
    return data(directory);
  }

  /** The unpacked programs, kept here since others may clean up or write to a shared place. */
  Path programs() {
    return directory.resolve("programs");
  }

  Path log() {
    return directory.resolve("postgres.log");
  }

  /** Whether Postgres has to initialize its files first. */
  boolean isNew() {
    return !Files.exists(data().resolve("postgresql.conf"));
  }

  /** Marks, for a start after a crash, that initialisation began and no client was served yet. */
  void beginInitializing() throws IOException {
    Files.writeString(unfinished(), "");
  }

  /** Takes that back, in a way that outlives a power failure. */
  void endInitializing() throws IOException {
    Files.delete(unfinished());
    if (isPosix()) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  private void setAsideUnfinished() throws IOException {
    if (Files.exists(unfinished()) && Files.exists(data())) {
      Path aside = Files.createTempDirectory(directory, "unfinished-");
      Files.move(data(), aside.resolve("postgres"));
    }
  }

  private Path unfinished() {
    return directory.resolve("initializing");
  }

  /** The port of the last start, 0 if there was none. */
  int lastPort() {
    try {
      return Integer.parseInt(Files.readString(portFile()).strip());
    } catch (IOException | NumberFormatException e) {
      return 0;
    }
  }

  void keepPort(int port) throws IOException {
    Files.writeString(portFile(), port + "\n");
  }

  private Path portFile() {
    return directory.resolve("port");
  }

  /** The last lines Postgres wrote, to explain a failure. */
  String lastWords() throws IOException {
    List<String> lines = Files.exists(log()) ? Files.readAllLines(log(), UTF_8) : List.of();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
  }
}
