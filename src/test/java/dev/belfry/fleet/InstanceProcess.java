package dev.belfry.fleet;

import dev.belfry.fleet.Balancer.Address;
import dev.belfry.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An instance of the service as a process that always has the same address, life after life. */
public final class InstanceProcess implements AutoCloseable {
  private static final long LONGEST_STOP_SECONDS = 30;

  private final int number;
  private final Path directory;
  private final boolean longLived;
  private final Map<String, String> environment;
  private final Balancer.Server address;
  private @Nullable Process process;
  private Path log;
  private int lives;

  /**
   * @param number from 1
   * @param host address of this machine it listens on
   */
  InstanceProcess(
      int number, String host, Fleet.Settings settings, Map<String, String> environment) {
    this(number, host, settings.directory(), settings.longLived(), environment);
  }

  /**
   * An instance of a fleet of a few seconds.
   *
   * @param number from 1
   * @param host address of this machine it listens on
   * @param directory receives the logs
   */
  public InstanceProcess(int number, String host, Path directory, Map<String, String> environment) {
    this(number, host, directory, false, environment);
  }

  private InstanceProcess(
      int number, String host, Path directory, boolean longLived, Map<String, String> environment) {
    this.number = number;
    this.directory = directory;
    this.longLived = longLived;
    this.address = new Balancer.Server(new Address(host, FreePort.find()), FreePort.find());
    this.log = directory;
    this.environment = new HashMap<>(environment);
    this.environment.put("BELFRY_HTTP_HOST", host);
    this.environment.put("BELFRY_HTTP_PORT", Integer.toString(address.api().port()));
    this.environment.put("BELFRY_MANAGEMENT_HOST", host);
    this.environment.put("BELFRY_MANAGEMENT_PORT", Integer.toString(address.management()));
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  /** A port nobody listens on just now. */
  public Balancer.Server address() {
    return address;
  }

  /**
   * Begins a new life.
   *
   * @param first goes before the class path, empty for the program as it is
   */
  public synchronized void start(String first) {
    lives++;
    log = directory.resolve("instance-" + number + "-" + lives + ".log");
    String path = System.getProperty("java.class.path");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                longLived ? "-Xmx256m" : "-Xmx128m",
                "-XX:+UseSerialGC",
                longLived ? "-XX:+TieredCompilation" : "-XX:TieredStopAtLevel=1",
                "-cp",
                first.isEmpty() ? path : first + ":" + path,
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
  }

  /** The process of its present life. */
  synchronized long pid() {
    Process running = process;
    if (running == null) {
      throw new AssertionError("instance " + number + " does not run");
    }
    return running.pid();
  }

  /** Whether it has said that it is ready. */
  public synchronized boolean isReady() {
    Process running = process;
    if (running == null || !running.isAlive()) {
      throw new AssertionError("instance " + number + " has ended: see " + log);
    }
    try {
      return Files.readString(log).contains("Ready on port ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills it and waits until it is gone. */
  public void kill() {
    signal("KILL");
    await();
  }

  /** Stops it without a word: its connections stay open. */
  public void pause() {
    signal("STOP");
  }

  /** Has it go on. */
  public void resume() {
    signal("CONT");
  }

  /** Asks it to stop and waits until it has. */
  void leave() {
    signal("TERM");
    await();
  }

  private synchronized void await() {
    Process ending = process;
    try {
      if (ending != null && !ending.waitFor(LONGEST_STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("instance " + number + " does not end: see " + log);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
    process = null;
  }

  private synchronized void signal(String name) {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    if (process != null) {
      command.add(Long.toString(process.pid()));
    }
    Commands.run(command);
  }

  @Override
  public synchronized void close() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
      running.onExit().join();
      process = null;
    }
  }
}
