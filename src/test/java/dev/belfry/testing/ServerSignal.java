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
    ProcessHandle server = server(directory);
    send(Stream.concat(Stream.of(server), server.descendants()), name);
  }

  /** Sends a signal to the main process of the server alone. */
  public static void sendToServer(Path directory, String name) {
    send(Stream.of(server(directory)), name);
  }

  private static ProcessHandle server(Path directory) {
    try {
      long pid =
          Long.parseLong(
              Files.readAllLines(directory.resolve("postgres").resolve("postmaster.pid")).get(0));
      return ProcessHandle.of(pid).orElseThrow();
    } catch (IOException e) {
      throw new AssertionError("there is no server", e);
    }
  }

  private static void send(Stream<ProcessHandle> processes, String name) {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    processes.forEach(process -> command.add(Long.toString(process.pid())));
    try {
      new ProcessBuilder(command).start().waitFor();
    } catch (IOException e) {
      throw new AssertionError("the server cannot be signalled", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
