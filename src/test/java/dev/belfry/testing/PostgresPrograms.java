package dev.belfry.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The programs of PostgreSQL on this machine. */
public final class PostgresPrograms {
  private static final Pattern MAJOR = Pattern.compile("\\(PostgreSQL\\) (\\d+)");
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

  private PostgresPrograms() {}

  /** Where the newest ones are. */
  public static Path newest() {
    return places()
        .filter(place -> Files.isExecutable(place.resolve("pg_dump")))
        .max(Comparator.comparingInt(PostgresPrograms::version))
        .orElseThrow(
            () -> new AssertionError("pg_dump is missing: install PostgreSQL, as .ci/run does"));
  }

  private static Stream<Path> places() {
    Stream<Path> path =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1)).map(Path::of);
    if (!Files.isDirectory(DEBIAN)) {
      return path;
    }
    try (Stream<Path> versions = Files.list(DEBIAN)) {
      return Stream.concat(versions.map(one -> one.resolve("bin")).toList().stream(), path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Major version of the programs of a directory, 0 when they do not tell. */
  static int version(Path bin) {
    Matcher major = MAJOR.matcher(run(Path.of("."), List.of(bin + "/pg_dump", "--version")));
    return major.find() ? Integer.parseInt(major.group(1)) : 0;
  }

  /**
   * The command of a program that refuses to run as root, which it is not in a user namespace of
   * its own.
   */
  static List<String> unprivileged(Path bin, String program, String... arguments) {
    List<String> command = new ArrayList<>(List.of(bin.resolve(program).toString()));
    command.addAll(List.of(arguments));
    return unprivileged(command);
  }

  /** The command as another user than root, which it is in a user namespace of its own. */
  public static List<String> unprivileged(List<String> command) {
    List<String> all = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      all.addAll(List.of("unshare", "-U"));
    }
    all.addAll(command);
    return all;
  }

  /** Runs a command that has to succeed; returns what it prints. */
  static String run(Path directory, List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new AssertionError(command.get(0) + " failed: " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
