package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The linter of Redocly finds nothing in the contract, and the served contract makes a TypeScript
 * client that compiles and works.
 */
class GeneratedTypeScriptIT {
  private static final int SECONDS = 180;

  private final TestApp app = TestApp.shared();
  private final NodeProject project = NodeProject.of("contract");

  private CommandResult run(Path directory, String program, String... arguments) {
    List<String> command =
        Stream.concat(Stream.of(project.node(), program), Stream.of(arguments)).toList();
    Map<String, String> environment =
        Map.of("PATH", System.getenv("PATH"), "CI", "1", "REDOCLY_TELEMETRY", "off");
    return new Command(directory, environment, SECONDS).run(command);
  }

  private String tool(String name) {
    return project.home().resolve("node_modules/.bin").resolve(name).toString();
  }

  @Test
  void linterFindsNothing() {
    String contract = Path.of("src/main/resources/openapi.yaml").toAbsolutePath().toString();
    run(project.home(), tool("redocly"), "lint", "--config", "redocly.yaml", contract)
        .well()
        .says("Your API description is valid");
  }

  @Test
  void clientCompilesAndWorks(@TempDir Path directory) throws Exception {
    Path work = directory.resolve("project");
    project.copyTo(work);
    try {
      String address = "http://127.0.0.1:" + app.port();
      String contract = address + "/openapi.json";
      run(
              work,
              tool("openapi-typescript"),
              contract,
              "--default-non-nullable=false",
              "-o",
              "api.d.ts")
          .well();
      run(work, tool("tsc")).well();
      Tenant acme = app.newTenant();
      requireJourney(run(work, "build/journey.js", address, acme.key()).well().json());
    } finally {
      Files.delete(work.resolve("node_modules"));
    }
  }

  private static void requireJourney(JsonNode facts) {
    GeneratedClientFacts.require(facts);
    assertThat(facts.at("/onlyOn/0").asText()).isEqualTo("NETWORK_ERROR");
    assertThat(facts.at("/listed/0").asText()).isEqualTo("Shop");
  }
}
