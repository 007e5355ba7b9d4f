package dev.belfry.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Commands of the system that have to succeed. */
final class Commands {
  private Commands() {}

  static void run(List<String> command) {
    try {
      int code = new ProcessBuilder(command).inheritIO().start().waitFor();
      if (code != 0) {
        throw new AssertionError(command + " failed with " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
