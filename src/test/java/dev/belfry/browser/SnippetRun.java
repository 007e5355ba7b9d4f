package dev.belfry.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs that the reference shows. */
final class SnippetRun {
  private static final int SECONDS = 60;

  private SnippetRun() {}

  /** The program that runs Java sources. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The program ends well and prints this. */
  static void require(String printed, String key, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("BELFRY_API_KEY", key);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ended: %s", command).isTrue();
      assertThat(process.exitValue()).as("%s", output).isZero();
      assertThat(output).contains(printed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
