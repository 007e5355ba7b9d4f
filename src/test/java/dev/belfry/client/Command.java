package dev.belfry.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Programs run in a directory and with an environment of their own, without a terminal.
 *
 * @param seconds how long a program may take
 */
record Command(Path directory, Map<String, String> environment, int seconds) {

  /** Runs a program to its end; one that takes too long is ended with all it has started. */
  CommandResult run(List<String> command) {
    return run(command, process -> {});
  }

  /** Waits until something has happened. */
  @FunctionalInterface
  interface Waiting {
    void await() throws IOException;
  }

  /** The same, with an interrupt once something has happened. */
  CommandResult interrupted(List<String> command, Waiting happened) {
    return run(
        command,
        process -> {
          happened.await();
          new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start();
        });
  }

  /** What is done while a program runs. */
  @FunctionalInterface
  private interface Meanwhile {
    void act(Process process) throws IOException;
  }

  private CommandResult run(List<String> command, Meanwhile meanwhile) {
    try {
      Path output = Files.createTempFile("belfry-command", ".txt");
      try {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process =
            builder
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        process.getOutputStream().close();
        meanwhile.act(process);
        String text = String.join(" ", command);
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
          end(process);
          throw new AssertionError(
              text + " takes more than " + seconds + " s: " + Files.readString(output));
        }
        return new CommandResult(text, process.exitValue(), plain(Files.readString(output)));
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static String plain(String text) {
    return text.replaceAll("\u001B\\[[0-9;?]*[A-Za-z]", "");
  }
}
