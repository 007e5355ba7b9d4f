package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The served contract makes a Java client that compiles and works. */
class GeneratedJavaIT {
  private static final Path SOURCES = Path.of("src/test/clients/java-client");
  private static final String FACTS = "FACTS ";

  /** The first run also downloads the generator. */
  private static final int SECONDS = 400;

  private final TestApp app = TestApp.shared();

  @Test
  void clientCompilesAndWorks(@TempDir Path directory) throws IOException {
    for (String file : List.of("pom.xml", "src/main/java/Journey.java")) {
      Path target = directory.resolve(file);
      Files.createDirectories(target.getParent());
      Files.copy(SOURCES.resolve(file), target);
    }
    JsonNode facts = facts(maven(directory, app.newTenant()));

    GeneratedClientFacts.require(facts);
    assertThat(facts.path("onlyOn").asText()).isEqualTo("[NETWORK_ERROR]");
    assertThat(facts.path("locations").asInt()).isPositive();
  }

  private CommandResult maven(Path directory, Tenant acme) {
    String address = "http://127.0.0.1:" + app.port();
    List<String> command =
        List.of(
            Programs.find("mvn").orElseThrow().toString(),
            "-B",
            "-q",
            "-Dcontract=" + address + "/openapi.json",
            "compile",
            "exec:java",
            "-Dexec.mainClass=Journey",
            "-Dexec.args=" + address + " " + acme.key());
    Map<String, String> environment = new HashMap<>(System.getenv());
    // It ends before the second compiler pays.
    environment.put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1");
    return new Command(directory, environment, SECONDS).run(command).well();
  }

  private static JsonNode facts(CommandResult ended) throws IOException {
    try (Stream<String> lines = ended.output().lines()) {
      String facts =
          lines.filter(line -> line.startsWith(FACTS)).findFirst().orElse(ended.output());
      return new ObjectMapper().readTree(facts.replaceFirst("^" + FACTS, ""));
    }
  }
}
