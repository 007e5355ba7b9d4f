package dev.belfry.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Commands of the system that have to succeed. */
final class Commands {
  private Commands() {}

  static void run(List<String> command) {
    run(new ProcessBuilder(command).inheritIO());
  }

  static void run(ProcessBuilder command) {
    try {
      int code = command.start().waitFor();
      if (code != 0) {
        throw new AssertionError(command.command() + " failed with " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
