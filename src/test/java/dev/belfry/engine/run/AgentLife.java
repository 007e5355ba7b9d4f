package dev.belfry.engine.run;

import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The process of an agent, as {@code belfry agent} starts it. */
final class AgentLife implements AutoCloseable {
  private static final Pattern MANAGEMENT = Pattern.compile("management on port (\\d+)");

  private final Process process;
  private final Path log;

  /**
   * @param port of the service, or of a way to it
   * @param directory of the spool; the log is written beside it
   */
  AgentLife(int port, String key, Path directory) {
    log = directory.resolveSibling(directory.getFileName() + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.belfry.Main",
                "agent",
                "--allow",
                "127.0.0.0/8"));
    builder
        .environment()
        .putAll(
            Map.of(
                "BELFRY_AGENT_URL",
                "http://127.0.0.1:" + port,
                "BELFRY_AGENT_KEY",
                key,
                "BELFRY_AGENT_DIR",
                directory.toString(),
                "BELFRY_MANAGEMENT_PORT",
                "0"));
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it as {@code kill -9} does, and waits until it is gone. */
  void kill() {
    process.destroyForcibly();
    await();
  }

  /** Ends it as {@code kill} does, and waits until it is gone. Returns its exit code. */
  int stop() {
    process.destroy();
    return await();
  }

  /** The exit code, once it has ended by itself. */
  int await() {
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        throw new AssertionError("the agent does not end: " + log());
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return process.exitValue();
  }

  /** A number of its metrics, 0 when it has none of that name. */
  double metric(String name) {
    Matcher port = MANAGEMENT.matcher(log());
    if (!port.find()) {
      throw new AssertionError("the agent has not started: " + log());
    }
    return new ApiClient("http://127.0.0.1:" + port.group(1))
        .get("/metrics")
        .hasStatus(200)
        .text()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .sum();
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** All that it has logged. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
