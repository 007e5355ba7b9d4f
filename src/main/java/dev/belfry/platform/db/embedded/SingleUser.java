package dev.belfry.platform.db.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belfry.platform.config.Secret;
import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Postgres that serves its standard input and no network: it sets the password of a server that
 * asked for none, while no other user of the machine can reach it.
 */
final class SingleUser {
  private static final long PATIENCE_SECONDS = 60;

  private final Path programs;
  private final Path data;
  private final File output;

  /**
   * @param programs where the library unpacked the programs
   * @param output for a file of what the program says
   */
  SingleUser(Path programs, Path data, Path output) {
    this.programs = programs;
    this.data = data;
    this.output = output.toFile();
  }

  /** Gives the superuser a password; may be repeated. */
  void setPassword(Secret password) throws IOException {
    OwnerOnly.create(output.toPath());
    Process process =
        new ProcessBuilder(command())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.to(output))
            .start();
    try (OutputStream input = process.getOutputStream()) {
      input.write(
          "ALTER ROLE postgres PASSWORD '%s'\n".formatted(password.value()).getBytes(UTF_8));
    }
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroy();
        throw new IOException("setting its password took too long");
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while setting its password", e);
    }
    String said = Files.readString(output.toPath());
    Files.delete(output.toPath());
    if (process.exitValue() != 0 || said.contains("ERROR:") || said.contains("FATAL:")) {
      throw new IOException("its password cannot be set: " + said.strip());
    }
  }

  private List<String> command() throws IOException {
    List<String> command = new ArrayList<>();
    if (LinuxUtils.isUnshareAvailable()) { // As the library does for root, which Postgres refuses.
      command.addAll(List.of("unshare", "-U"));
    }
    command.addAll(
        List.of(
            program().toString(),
            "--single",
            "-D",
            data.toString(),
            "-c",
            "log_min_error_statement=panic", // A failure must not print the statement.
            "postgres"));
    return command;
  }

  /** The newest, since the programs of an earlier version of Belfry may lie there too. */
  private Path program() throws IOException {
    try (Stream<Path> versions = Files.list(programs)) {
      return versions
          .map(version -> version.resolve("bin"))
          .sorted(
              Comparator.comparingLong((Path folder) -> folder.toFile().lastModified()).reversed())
          .flatMap(folder -> Stream.of(folder.resolve("postgres"), folder.resolve("postgres.exe")))
          .filter(Files::exists)
          .findFirst()
          .orElseThrow(() -> new IOException("there are no programs in " + programs));
    }
  }
}
