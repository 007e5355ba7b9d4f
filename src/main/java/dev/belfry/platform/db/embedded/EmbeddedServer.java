package dev.belfry.platform.db.embedded;

import static java.util.Objects.requireNonNull;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.db.DatabaseUnusableException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Postgres server that Belfry runs on a kept data directory, reachable from this machine alone
 * and only with the password in that directory. One live process owns a directory; the next one
 * takes over the remains of a killed one. A server that dies is started again on the same port.
 */
public final class EmbeddedServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);
  private static final Integer ROOT = 0;

  private final Path directory;
  private final boolean durable;
  private final Runnable gone;
  private @Nullable DataDirectoryLock lock;
  private @Nullable EmbeddedPostgres postgres;
  private volatile @Nullable DatabaseAddress address;
  private @Nullable ServerWatch watch;
  private boolean closed;
  private volatile Postmaster postmaster = new Postmaster(0);
  private volatile boolean isGone;

  /**
   * A server that is not started yet.
   *
   * @param durable false trades safety against a crash of the machine for speed, for tests
   * @param gone told when the server has died so often that it is not started any more
   */
  public EmbeddedServer(Path dataDir, boolean durable, Runnable gone) {
    this.directory = dataDir.toAbsolutePath().normalize();
    this.durable = durable;
    this.gone = gone;
  }

  /**
   * Starts a server as {@link #start()} does.
   *
   * @param durable false trades safety against a crash of the machine for speed, for tests
   */
  public static EmbeddedServer start(Path dataDir, boolean durable) {
    return new EmbeddedServer(dataDir, durable, () -> {}).start();
  }

  /**
   * Starts the server and waits until it answers; blocks for half a second, for some seconds the
   * first time or after a crash.
   *
   * @throws DataDirectoryInUseException when another live Belfry runs a server there
   * @throws DatabaseUnusableException when no server can run on this machine, when its files are of
   *     another version of Postgres, or after {@link #close}
   */
  public synchronized EmbeddedServer start() {
    if (closed) {
      throw new DatabaseUnusableException("Stopped before the embedded Postgres was started", null);
    }
    try {
      Files.createDirectories(directory);
      DataDirectoryLock taken = lock(directory);
      try {
        launch();
        lock = taken;
      } catch (IOException | RuntimeException | InterruptedException e) {
        taken.close();
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
    watch = new ServerWatch(() -> postmaster.isAlive(), this::restart, this::onGone);
    watch.start();
    return this;
  }

  private void launch() throws IOException, InterruptedException {
    OrphanedServer orphan = new OrphanedServer(EmbeddedFiles.data(directory));
    orphan.clear();
    EmbeddedFiles files = EmbeddedFiles.prepare(directory);
    warnOfRoot();
    try {
      run(files, new EmbeddedLaunch(files, durable).start());
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

  private void run(EmbeddedFiles files, EmbeddedPostgres started) throws IOException {
    postgres = started;
    address = DatabaseAddress.local(started.getPort(), files.password().read().orElseThrow());
    postmaster =
        PostmasterFile.read(files.data()).map(file -> new Postmaster(file.pid())).orElseThrow();
  }

  private void warnOfRoot() throws IOException {
    Path log = new EmbeddedFiles(directory).log();
    if (durable
        && log.getFileSystem().supportedFileAttributeViews().contains("unix")
        && ROOT.equals(Files.getAttribute(log, "unix:uid"))) {
      LOG.warn(
          "Belfry runs as root, and so does its embedded Postgres: an intruder in either has the"
              + " whole machine. Run it as a user of its own, after 'chown -R USER {}', or set"
              + " BELFRY_DATABASE_URL",
          directory);
    }
  }

  /** On the same port, since everybody has that address. */
  private synchronized void restart() {
    if (closed) {
      return;
    }
    EmbeddedFiles files = new EmbeddedFiles(directory);
    try {
      new OrphanedServer(files.data()).clear();
      requireNonNull(postgres).close();
      run(files, new EmbeddedLaunch(files, durable).start(address().port()));
      LOG.info("The embedded Postgres runs again");
    } catch (IOException e) {
      throw new DatabaseUnusableException(String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void onGone() {
    isGone = true;
    gone.run();
  }

  /** Whether the server has died so often that it is not started any more. */
  public boolean isGone() {
    return isGone;
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
   * there is none, it is not ready, or its files cannot be read.
   */
  public static Optional<DatabaseAddress> running(Path dataDir) {
    Path directory = dataDir.toAbsolutePath().normalize();
    try {
      if (!DataDirectoryLock.isTaken(directory)) {
        return Optional.empty();
      }
      // An earlier version of Belfry has no password.
      Secret password = EmbeddedFiles.password(directory).read().orElse(new Secret(""));
      return PostmasterFile.read(EmbeddedFiles.data(directory))
          .filter(file -> file.ready() && file.port() > 0)
          .map(file -> DatabaseAddress.local(file.port(), password));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * The database {@code postgres} of this server.
   *
   * @throws NullPointerException before it is started
   */
  public DatabaseAddress address() {
    return requireNonNull(address);
  }

  /** The file with the password of {@link #address}, as the tools of Postgres read it. */
  public Path passwordFile() {
    return EmbeddedFiles.password(directory).path();
  }

  /**
   * Stops the server, ending its connections; waits for a start under way. Does nothing the second
   * time.
   */
  @Override
  public synchronized void close() {
    closed = true;
    if (watch != null) {
      watch.close();
    }
    try (DataDirectoryLock taken = lock) {
      lock = null;
      if (taken != null) {
        requireNonNull(postgres).close();
      }
    } catch (IOException e) {
      throw new DatabaseUnusableException(
          "The embedded Postgres did not stop: " + e.getMessage(), e);
    }
  }
}
