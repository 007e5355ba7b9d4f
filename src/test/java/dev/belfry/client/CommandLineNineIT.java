package dev.belfry.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line 9.5.0 from the package registry, on Node.js 22, against this service. */
class CommandLineNineIT implements EveryCommand {
  @TempDir private Path directory = Path.of("");
  private @Nullable ClientFixture stage;

  @BeforeEach
  void open() {
    stage = new ClientFixture("project-nine", directory);
  }

  @Override
  public ClientFixture stage() {
    return requireNonNull(stage);
  }

  @Test
  void checksRunNowAndTellHowItWent() {
    String check = monitor("");
    stage().run("checks", "run", "--check-id", check).well().says("passed", "Front door", check);
    stage()
        .run("checks", "run", "--tags", "shop", "--detach")
        .well()
        .says("1 check session started");
    stage().run("checks", "run", "--tags", "cellar").with(1);
    String down =
        stage()
            .make(
                "/v1/checks/url",
                """
                {"name":"Back door","frequency":1440,"locations":["eu-west-1"],
                 "request":{"url":"http://127.0.0.1:9/"}}""");
    stage().run("checks", "run", "--check-id", down).with(1).says("failed", "Back door");
  }

  @AfterAll
  static void nothingButThisServiceWasAsked() {
    assertThat(ClientFixture.askedOutside()).isZero();
  }

  @Test
  void triggerWaitsForTheOutcome() {
    monitor("");
    stage()
        .run("trigger", "--tags", "shop", "--location", "eu-west-1")
        .well()
        .says("Running 1 checks in eu-west-1", "✔ Front door", "1 passed, 1 total");
    stage()
        .make(
            "/v1/checks/url",
            """
            {"name":"Back door","tags":["back"],"frequency":1440,"locations":["eu-west-1"],
             "request":{"url":"http://127.0.0.1:%d/v1/nothing"}}"""
                .formatted(stage().app.port()));
    stage()
        .run("trigger", "--tags", "back", "--location", "eu-west-1")
        .with(1)
        .says("✖ Back door", "Status Code: 404", "1 failed, 1 total");
  }
}
