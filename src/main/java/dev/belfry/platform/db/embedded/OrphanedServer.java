package dev.belfry.platform.db.embedded;

import dev.belfry.platform.db.DatabaseUnusableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Stops the Postgres that a killed Belfry left behind, and removes its remains. */
final class OrphanedServer {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Path PROCESSES = Path.of("/proc");
  private static final Path SELF = PROCESSES.resolve("self");

  private final Path directory;

  /** A Postgres data directory whose lock we hold, so that no live Belfry uses it. */
  OrphanedServer(Path directory) {
    this.directory = directory;
  }

  /** Leaves the directory without a server, ready for the next start. */
  void clear() throws IOException, InterruptedException {
    Optional<PostmasterFile> file = PostmasterFile.read(directory);
    if (file.isEmpty()) {
      Files.deleteIfExists(PostmasterFile.path(directory));
      return;
    }
    long pid = file.get().pid();
    if (runsHere(pid)) {
      stop(pid);
    }
    if (!until(() -> !anyRunsHere())) {
      throw new DatabaseUnusableException(
          "A Postgres server (process "
              + pid
              + ") that was left running on "
              + directory
              + " does not stop. Stop it by hand.",
          null);
    }
    Files.deleteIfExists(PostmasterFile.path(directory));
  }

  private void stop(long pid) throws IOException, InterruptedException {
    signal(pid, "INT");
    if (!until(() -> !runsHere(pid))) {
      signal(pid, "QUIT");
    }
  }

  /** SIGINT and SIGQUIT are the fast and the immediate shutdown (Postgres, "Shutting Down"). */
  private static void signal(long pid, String name) throws IOException, InterruptedException {
    if (System.getProperty("os.name", "").startsWith("Windows")) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
    } else {
      new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    }
  }

  private boolean anyRunsHere() {
    if (!Files.isDirectory(SELF)) {
      return PostmasterFile.read(directory).map(file -> runsHere(file.pid())).orElse(false);
    }
    try (Stream<Path> processes = Files.list(PROCESSES)) {
      return processes
          .filter(process -> process.getFileName().toString().matches("[0-9]+"))
          .anyMatch(this::worksHere);
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Every process of a server works in its data directory; a pid alone may belong to another
   * process.
   */
  private boolean runsHere(long pid) {
    if (Files.isDirectory(SELF)) {
      return worksHere(PROCESSES.resolve(Long.toString(pid)));
    }
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().command())
        .map(command -> command.matches(".*[/\\\\]postgres(\\.exe)?"))
        .orElse(false);
  }

  private boolean worksHere(Path process) {
    try {
      return Files.readSymbolicLink(process.resolve("cwd")).equals(directory.toRealPath())
          && Files.readString(process.resolve("comm")).strip().equals("postgres");
    } catch (IOException | SecurityException e) {
      return false;
    }
  }

  private static boolean until(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(10);
    }
    return true;
  }
}
