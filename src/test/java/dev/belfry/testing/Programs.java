package dev.belfry.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs of this machine. */
public final class Programs {
  private Programs() {}

  /** The first of some programs that is on the path. */
  public static Optional<Path> find(String... names) {
    return Stream.of(names).flatMap(Programs::places).filter(Files::isExecutable).findFirst();
  }

  private static Stream<Path> places(String name) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .map(directory -> Path.of(directory, name).toAbsolutePath());
  }
}
