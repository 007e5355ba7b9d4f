package dev.belfry.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command line 8.23.2 from the package registry, on the Node.js 20 of the machine, against this
 * service.
 */
class CommandLineEightIT implements EveryCommand {
  @TempDir private Path directory = Path.of("");
  private @Nullable ClientFixture stage;

  @BeforeEach
  void open() {
    stage = new ClientFixture("project-eight", directory);
  }

  @Override
  public ClientFixture stage() {
    return requireNonNull(stage);
  }

  @AfterAll
  static void nothingButThisServiceWasAsked() {
    assertThat(ClientFixture.askedOutside()).isZero();
  }
}
