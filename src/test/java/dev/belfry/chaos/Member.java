package dev.belfry.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One instance of the service: a process, and the next one when that has ended. */
public final class Member implements AutoCloseable {
  private static final Pattern READY = Pattern.compile("Ready on port (\\d+)");

  private final int number;
  private final Path directory;
  private final Map<String, String> environment;
  private @Nullable Process process;
  private Path log;
  private int lives;
  private int port;
  private State state = State.AWAY;
  private boolean expected = true;
  private boolean closed;

  /** What an instance does. */
  public enum State {
    AWAY,
    STARTING,
    WELL,
    STOPPED,
    LEAVING
  }

  /**
   * @param directory receives the logs
   */
  public Member(int number, Path directory, Map<String, String> environment) {
    this.number = number;
    this.directory = directory;
    this.environment = environment;
    log = directory;
  }

  public synchronized State state() {
    return state;
  }

  /** Where its API listens, or listened last; 0 before its first start. */
  public synchronized int port() {
    return port;
  }

  /** The log of its present or last life. */
  synchronized Path log() {
    return log;
  }

  /** Begins a new life. */
  public synchronized void start() {
    if (closed) {
      return;
    }
    lives++;
    log = directory.resolve("instance-" + number + "-" + lives + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.belfry.Main",
                "serve")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("BELFRY_"));
    builder.environment().putAll(environment);
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    expected = false;
    state = State.STARTING;
  }

  /** Looks whether it has become ready or has ended. */
  public synchronized void look() {
    Process running = process;
    if (running == null) {
      return;
    }
    if (!running.isAlive()) {
      if (!expected) {
        throw new AssertionError("instance " + number + " ended by itself: see " + log);
      }
      process = null;
      state = State.AWAY;
    } else if (state == State.STARTING) {
      Matcher ready = READY.matcher(read());
      if (ready.find()) {
        port = Integer.parseInt(ready.group(1));
        state = State.WELL;
      }
    }
  }

  private String read() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public synchronized void kill() {
    signal("KILL");
    expected = true;
    state = State.LEAVING;
  }

  synchronized void stop() {
    signal("STOP");
    state = State.STOPPED;
  }

  synchronized void goOn() {
    signal("CONT");
    state = State.WELL;
  }

  synchronized void leave() {
    expected = true;
    signal("TERM");
    state = State.LEAVING;
  }

  private void signal(String name) {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    if (process != null) {
      command.add(Long.toString(process.pid()));
    }
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

  @Override
  public synchronized void close() {
    closed = true;
    expected = true;
    if (process != null) {
      process.destroyForcibly();
      process.onExit().join();
    }
  }
}
