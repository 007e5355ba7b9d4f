package dev.belfry.platform.db.embedded;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.DatabaseUnusableException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A Postgres server that Belfry runs on a kept data directory, reachable from this machine alone.
 * One live process owns a directory; the next one takes over the remains of a killed one.
 */
public final class EmbeddedServer implements AutoCloseable {
  private final DataDirectoryLock lock;
  private final EmbeddedPostgres postgres;

  private EmbeddedServer(DataDirectoryLock lock, EmbeddedPostgres postgres) {
    this.lock = lock;
    this.postgres = postgres;
  }

  /**
   * Starts the server and waits until it answers; blocks for half a second, for some seconds the
   * first time or after a crash.
   *
   * @param durable false trades safety against a crash of the machine for speed, for tests
   * @throws DataDirectoryInUseException when another live Belfry runs a server there
   * @throws DatabaseUnusableException when no server can run on this machine
   */
  public static EmbeddedServer start(Path dataDir, boolean durable) {
    Path directory = dataDir.toAbsolutePath().normalize();
    try {
      Files.createDirectories(directory);
      DataDirectoryLock lock = lock(directory);
      try {
        return new EmbeddedServer(lock, launch(directory, durable));
      } catch (IOException | RuntimeException | InterruptedException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new DatabaseUnusableException(
          "The data directory " + directory + " cannot be used: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseUnusableException(
          "Interrupted while the embedded Postgres was starting.", e);
    }
  }

  private static EmbeddedPostgres launch(Path directory, boolean durable)
      throws IOException, InterruptedException {
    OrphanedServer orphan = new OrphanedServer(EmbeddedFiles.data(directory));
    orphan.clear();
    EmbeddedFiles files = EmbeddedFiles.prepare(directory);
    try {
      return new EmbeddedLaunch(files, durable).start();
    } catch (IOException | RuntimeException | ExceptionInInitializerError e) {
      orphan.clear();
      throw new DatabaseUnusableException(
          "The embedded Postgres cannot run on this machine ("
              + System.getProperty("os.name")
              + ", "
              + System.getProperty("os.arch")
              + "): "
              + e.getMessage()
              + ". Set BELFRY_DATABASE_URL to a Postgres server of your own"
              + (files.lastWords().isEmpty() ? "." : ". Its last words were:\n")
              + files.lastWords(),
          e);
    }
  }

  private static DataDirectoryLock lock(Path directory) throws IOException, InterruptedException {
    // Someone who merely asks whether the directory is taken holds the lock for an instant.
    for (int attempt = 0; attempt < 3; attempt++) {
      Optional<DataDirectoryLock> lock = DataDirectoryLock.take(directory);
      if (lock.isPresent()) {
        return lock.get();
      }
      Thread.sleep(20);
    }
    throw new DataDirectoryInUseException(directory, DataDirectoryLock.owner(directory));
  }

  /**
   * The server that a live Belfry, this one or another, runs on the data directory; empty when
   * there is none or it is not ready.
   */
  public static Optional<DatabaseAddress> running(Path dataDir) {
    Path directory = dataDir.toAbsolutePath().normalize();
    try {
      if (!DataDirectoryLock.isTaken(directory)) {
        return Optional.empty();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    return PostmasterFile.read(EmbeddedFiles.data(directory))
        .filter(file -> file.ready() && file.port() > 0)
        .map(file -> DatabaseAddress.local(file.port()));
  }

  /** The database {@code postgres} of this server. */
  public DatabaseAddress address() {
    return DatabaseAddress.local(postgres.getPort());
  }

  /** Stops the server, ending its connections; does nothing the second time. */
  @Override
  public void close() {
    try (lock) {
      postgres.close();
    } catch (IOException e) {
      throw new DatabaseUnusableException(
          "The embedded Postgres did not stop: " + e.getMessage(), e);
    }
  }
}
