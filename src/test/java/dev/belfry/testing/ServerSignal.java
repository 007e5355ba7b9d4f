package dev.belfry.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Signals to an embedded server of a test, to freeze, wake and kill it. */
public final class ServerSignal {
  private ServerSignal() {}

  /**
   * Sends a signal to the server and all its processes.
   *
   * @param directory the data directory it was started with
   * @param name such as {@code STOP}
   */
  public static void send(Path directory, String name) {
    try {
      long pid =
          Long.parseLong(
              Files.readAllLines(directory.resolve("postgres").resolve("postmaster.pid")).get(0));
      ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
      List<String> command = new ArrayList<>(List.of("kill", "-" + name));
      Stream.concat(Stream.of(server), server.descendants())
          .forEach(process -> command.add(Long.toString(process.pid())));
      new ProcessBuilder(command).start().waitFor();
    } catch (IOException e) {
      throw new AssertionError("the server cannot be signalled", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
