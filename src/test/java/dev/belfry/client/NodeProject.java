package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A project of {@code src/test/clients} with what its lock file names, fetched from the package
 * registry once and kept in {@code target/clients}.
 *
 * @param home where it is installed
 */
public record NodeProject(Path home) {
  private static final Path SOURCES = Path.of("src/test/clients");
  private static final Path INSTALLED = Path.of("target/clients").toAbsolutePath();
  private static final Pattern VERSION = Pattern.compile("v(\\d+)\\.(\\d+)\\.");
  private static final int INSTALL_SECONDS = 300;

  /** The project of a name, installed. */
  @SuppressWarnings("try") // The lock is held, not used.
  public static synchronized NodeProject of(String name) {
    Path source = SOURCES.resolve(name);
    Path home = INSTALLED.resolve(name);
    try (FileChannel channel = lockFile(name);
        FileLock held = channel.lock()) {
      String lock = Files.readString(source.resolve("package-lock.json"));
      Path stamp = home.resolve("node_modules/.installed-from");
      if (!Files.exists(stamp) || !Files.readString(stamp).equals(lock)) {
        copy(source, home);
        install(home);
        Files.writeString(stamp, lock);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new NodeProject(home);
  }

  /** Test runs of several processes share what is installed. */
  private static FileChannel lockFile(String name) throws IOException {
    Files.createDirectories(INSTALLED);
    return FileChannel.open(
        INSTALLED.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static void install(Path home) {
    if (Programs.find("npm").isEmpty()) {
      throw new AssertionError("npm is missing: install Node.js with npm, as .ci/run does");
    }
    CommandResult ended =
        new Command(home, new HashMap<>(System.getenv()), INSTALL_SECONDS)
            .run(List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
    assertThat(ended.code()).as("npm ci in %s: %s", home, ended.output()).isZero();
  }

  /** A copy of our own files in a directory, beside what is installed. */
  void copyTo(Path directory) {
    try {
      copy(SOURCES.resolve(home.getFileName()), directory);
      Files.createSymbolicLink(directory.resolve("node_modules"), home.resolve("node_modules"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(from)) {
      files = walk.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Path target = to.resolve(from.relativize(file).toString());
      Files.createDirectories(target.getParent());
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** The command line's program and what it runs on. */
  List<String> program() {
    return List.of(node(), home.resolve("node_modules/.bin/checkly").toString());
  }

  /** One of the project's own programs with its arguments. */
  public List<String> script(String name, String... arguments) {
    return Stream.concat(Stream.of(node(), home.resolve(name).toString()), Stream.of(arguments))
        .toList();
  }

  /** The Node.js that the project brings, or else the machine's if it is new enough. */
  public String node() {
    return own()
        .or(this::machines)
        .or(() -> of("project-nine").own())
        .orElseThrow(() -> new AssertionError("No Node.js for " + home));
  }

  private Optional<String> own() {
    try (Stream<Path> packages = Files.list(home.resolve("node_modules"))) {
      return packages
          .filter(one -> one.getFileName().toString().startsWith("node-"))
          .map(one -> one.resolve("bin/node"))
          .filter(Files::isExecutable)
          .map(Path::toString)
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Version 8 of the command line wants 20.19 or 22.12 at least. */
  private Optional<String> machines() {
    return Programs.find("node").map(Path::toString).filter(this::suits);
  }

  private boolean suits(String program) {
    CommandResult ended =
        new Command(home, Map.of("PATH", System.getenv("PATH")), 10)
            .run(List.of(program, "--version"));
    Matcher version = VERSION.matcher(ended.output());
    if (!version.find()) {
      return false;
    }
    int major = Integer.parseInt(version.group(1));
    int minor = Integer.parseInt(version.group(2));
    return (major == 20 && minor >= 19) || (major == 22 && minor >= 12) || major > 22;
  }
}
