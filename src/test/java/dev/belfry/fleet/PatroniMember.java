package dev.belfry.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belfry.platform.config.DatabaseAddress.Server;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.PostgresPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One Postgres with the Patroni that keeps it, as {@code config/patroni} has it. */
final class PatroniMember implements AutoCloseable {
  static final Path CONFIG = Path.of("config/patroni/patroni.yml").toAbsolutePath();
  private static final Path LAUNCHER = Path.of("config/patroni/patroni-swift").toAbsolutePath();
  private static final int STOP_SECONDS = 20;

  private final Place place;
  private final Path directory;
  private final Map<String, String> environment;
  private final List<String> before;
  private @Nullable Process patroni;

  /**
   * Where a member listens.
   *
   * @param number from 1
   */
  record Place(int number, String host, int postgres, int api, int raft) {
    String name() {
      return "db" + number;
    }

    Server server() {
      return new Server(host, postgres);
    }

    String apiUrl() {
      return "http://" + host + ":" + api;
    }
  }

  /**
   * @param directory for its data, its log beside
   * @param shared variables that all members have alike
   * @param others places of the other members
   * @param before goes before its command
   */
  PatroniMember(
      Place place,
      Path directory,
      Path programs,
      Map<String, String> shared,
      List<Place> others,
      List<String> before) {
    this.place = place;
    this.directory = directory.resolve(place.name());
    this.before = before;
    environment = new HashMap<>(shared);
    environment.put("PATRONI_NAME", place.name());
    environment.put("PATRONI_RESTAPI_LISTEN", place.host() + ":" + place.api());
    environment.put("PATRONI_RESTAPI_CONNECT_ADDRESS", place.host() + ":" + place.api());
    environment.put("PATRONI_POSTGRESQL_LISTEN", place.host() + ":" + place.postgres());
    environment.put("PATRONI_POSTGRESQL_CONNECT_ADDRESS", place.host() + ":" + place.postgres());
    environment.put("PATRONI_RAFT_SELF_ADDR", place.host() + ":" + place.raft());
    environment.put(
        "PATRONI_RAFT_PARTNER_ADDRS",
        String.join(",", others.stream().map(one -> one.host() + ":" + one.raft()).toList()));
    environment.put("PATRONI_RAFT_DATA_DIR", this.directory.resolve("raft").toString());
    environment.put("PATRONI_POSTGRESQL_DATA_DIR", this.directory.resolve("data").toString());
    environment.put("PATRONI_POSTGRESQL_PGPASS", this.directory.resolve("pgpass").toString());
    environment.put("PATRONI_POSTGRESQL_BIN_DIR", programs.toString());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> signal("KILL")));
  }

  Place place() {
    return place;
  }

  /** Starts Patroni, which starts Postgres. */
  synchronized void start() {
    List<String> command = new ArrayList<>(before);
    // Postgres, which Patroni starts, refuses to run as root.
    command.addAll(PostgresPrograms.unprivileged(List.of(LAUNCHER.toString(), CONFIG.toString())));
    try {
      Files.createDirectories(directory);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
      builder.environment().putAll(environment);
      Process started = builder.start();
      patroni = started;
      Files.writeString(directory.resolve("patroni.pid"), Long.toString(started.pid()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path directory() {
    return directory;
  }

  /** What runs {@code patronictl} here, for a shell. */
  String controlCommand() {
    StringBuilder command = new StringBuilder("env");
    environment.forEach((name, value) -> command.append(" \"%s=%s\"".formatted(name, value)));
    return command
        .append(' ')
        .append(String.join(" ", before))
        .append(" patronictl -c ")
        .append(CONFIG)
        .toString();
  }

  Path log() {
    return directory.resolveSibling(place.name() + ".log");
  }

  /**
   * Asks this primary for another one, as {@code patronictl switchover} does. That program would
   * take a tenth of a second of the processors in the second that is measured.
   */
  void switchOver() {
    String password =
        "%s:%s"
            .formatted(
                environment.get("PATRONI_RESTAPI_USERNAME"),
                environment.get("PATRONI_RESTAPI_PASSWORD"));
    ApiReply reply =
        new ApiClient(place.apiUrl())
            .with(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString(password.getBytes(UTF_8)))
            .post("/switchover", "{\"leader\": \"%s\"}".formatted(place.name()));
    if (reply.status() != 200) {
      throw new AssertionError("No switch-over: " + reply.status() + " " + reply.text());
    }
  }

  /** Ends Patroni and Postgres as a failure of their machine does. */
  void kill() {
    signal("KILL");
  }

  /** Lets Patroni and Postgres stand still. */
  void freeze() {
    signal("STOP");
  }

  /** Lets them go on. */
  void thaw() {
    signal("CONT");
  }

  /** At once, so that neither learns of what becomes of the other. */
  private synchronized void signal(String name) {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    Stream.of(Optional.ofNullable(patroni).map(Process::toHandle), postmaster())
        .flatMap(Optional::stream)
        .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
        .distinct()
        .forEach(process -> command.add(Long.toString(process.pid())));
    if (command.size() > 2) {
      try {
        // One of them may have ended by itself a moment ago.
        new ProcessBuilder(command).start().waitFor();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
    }
  }

  private Optional<ProcessHandle> postmaster() {
    Path data = directory.resolve("data");
    try {
      List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
      return lines.get(1).equals(data.toString())
          ? ProcessHandle.of(Long.parseLong(lines.get(0)))
              .filter(one -> one.info().command().orElse("postgres").contains("postgres"))
          : Optional.empty();
    } catch (IOException | IndexOutOfBoundsException none) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    Process running = patroni;
    if (running == null) {
      return;
    }
    thaw();
    running.destroy();
    try {
      if (!running.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }
}
