package dev.belfry.platform.db.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belfry.platform.db.DatabaseUnusableException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files in the data directory of the embedded server, all for its owner alone. */
record EmbeddedFiles(Path directory) {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedFiles.class);

  /** The version of Postgres that the programs are of; its files are of no use to another. */
  private static final String VERSION = "18";

  private static final Set<String> OURS =
      Set.of(
          "belfry.lock",
          "initdb-password",
          "initializing",
          "lost+found",
          "password.log",
          "pgpass",
          "port",
          "postgres",
          "postgres.log",
          "programs");

  /**
   * Makes the directory of Postgres, for our eyes only. The lock is held.
   *
   * @throws DatabaseUnusableException when the files are of another version of Postgres
   */
  static EmbeddedFiles prepare(Path directory) throws IOException {
    EmbeddedFiles files = new EmbeddedFiles(directory);
    files.close();
    files.setAsideUnfinished();
    files.requireVersion();
    Files.createDirectories(files.data());
    Files.createDirectories(files.programs());
    OwnerOnly.close(files.data());
    files.closePrograms();
    Files.deleteIfExists(files.initialPassword());
    Files.deleteIfExists(files.log());
    OwnerOnly.create(files.log());
    if (Files.exists(files.portFile())) {
      OwnerOnly.close(files.portFile());
    }
    return files;
  }

  /** A directory that other programs use as well stays as it is: each of our files is closed. */
  private void close() throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      if (!entries.allMatch(EmbeddedFiles::isOurs)) {
        return;
      }
    }
    try {
      OwnerOnly.close(directory);
    } catch (FileSystemException e) {
      LOG.warn("The data directory {} cannot be closed to other users", directory);
    }
  }

  private static boolean isOurs(Path entry) {
    String name = entry.getFileName().toString();
    return name.startsWith("unfinished-") || OURS.contains(name.replaceFirst("\\.new$", ""));
  }

  private void requireVersion() throws IOException {
    Path file = data().resolve("PG_VERSION");
    String version = Files.exists(file) ? Files.readString(file).strip() : VERSION;
    if (!version.equals(VERSION)) {
      throw new DatabaseUnusableException(
          "The data directory "
              + directory
              + " was made by Postgres "
              + version
              + ", and this Belfry has Postgres "
              + VERSION
              + ". Run the command 'postgres' of the former and copy its database with 'copy"
              + " --from-data-dir', as src/docs/operations/upgrades.md says; nothing was changed.",
          null);
    }
  }

  /** Keeps others from changing what we run; the library opens its directories to all. */
  void closePrograms() throws IOException {
    OwnerOnly.close(programs());
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

  static PasswordFile password(Path directory) {
    return new PasswordFile(directory.resolve("pgpass"));
  }

  PasswordFile password() {
    return password(directory);
  }

  /** What {@code initdb} reads the password from; there is none before and after. */
  Path initialPassword() {
    return directory.resolve("initdb-password");
  }

  /** A Postgres on these files that no network reaches. The programs are unpacked. */
  SingleUser singleUser(Path unpacked) {
    return new SingleUser(unpacked, data(), directory.resolve("password.log"));
  }

  AccessRules rules() {
    return new AccessRules(data());
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
    OwnerOnly.write(unfinished(), "");
  }

  /** Takes that back, in a way that outlives a power failure. */
  void endInitializing() throws IOException {
    Files.delete(unfinished());
    OwnerOnly.sync(directory);
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
    OwnerOnly.write(portFile(), port + "\n");
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
