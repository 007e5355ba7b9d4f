package dev.belfry.projects.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever a project was and becomes: after a deploy the service has exactly what the project says,
 * the plan said what was done, and a second deploy does nothing. Things that people change by hand
 * in between are put right. Seeded.
 */
class DeployWalkIT {
  private static final int STEPS = 12;

  private final ProjectFixture stage = new ProjectFixture();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theServiceHasWhatTheProjectSays(long seed) {
    Random random = new Random(seed);
    RandomProject project = new RandomProject(seed, stage.acme.account().toString());
    for (int step = 0; step < STEPS; step++) {
      project.step();
      String[] resources = project.resources();
      JsonNode planned = stage.dryRun(resources).hasStatus(200).at("/diff");
      ApiReply deployed = stage.deploy(resources).hasStatus(202);
      assertThat(ProjectFixture.changes(deployed.at("/result/diff")))
          .as("seed %d, step %d: the plan", seed, step)
          .isEqualTo(ProjectFixture.changes(planned));
      assertThat(there())
          .as("seed %d, step %d", seed, step)
          .containsExactlyInAnyOrderElementsOf(project.expected());
      assertThat(stage.deploy(resources).hasStatus(202).at("/result/diff"))
          .as("seed %d, step %d: again", seed, step)
          .isEmpty();
      meddle(random);
    }
    stage.deploy().hasStatus(202);
    assertThat(there()).isEmpty();
  }

  /** Somebody works on what a project has. */
  private void meddle(Random random) {
    JsonNode checks = stage.client.get("/v1/checks?limit=100").hasStatus(200).json();
    if (!checks.isEmpty()) {
      String path = "/v1/checks/" + checks.get(random.nextInt(checks.size())).path("id").asText();
      switch (random.nextInt(3)) {
        case 0 -> stage.client.delete(path).hasStatus(204);
        case 1 ->
            stage
                .client
                .put(
                    path.replace("checks/", "checks/url/"),
                    "{\"frequency\":720,\"groupId\":null,\"alertChannelSubscriptions\":[]}")
                .hasStatus(200);
        default -> {
          // Often nobody does anything.
        }
      }
    }
  }

  private List<String> there() {
    List<String> lines = new ArrayList<>();
    Map<String, String> services = new HashMap<>();
    Map<String, String> groups = new HashMap<>();
    Map<String, String> channels = new HashMap<>();
    for (JsonNode one :
        stage.client.get("/v1/status-pages/services?limit=100").hasStatus(200).at("/entries")) {
      services.put(one.path("id").asText(), one.path("name").asText());
      lines.add("service " + one.path("name").asText());
    }
    for (JsonNode one : stage.client.get("/v1/check-groups?limit=100").hasStatus(200).json()) {
      groups.put(one.path("id").asText(), one.path("name").asText());
      lines.add("group " + one.path("name").asText());
    }
    for (JsonNode one : stage.client.get("/v1/alert-channels?limit=100").hasStatus(200).json()) {
      channels.put(one.path("id").asText(), one.at("/config/address").asText());
      lines.add("channel " + one.at("/config/address").asText());
    }
    for (JsonNode one : stage.client.get("/v1/status-pages?limit=100").at("/entries")) {
      lines.add(
          "page "
              + one.path("url").asText().split("-", 2)[0]
              + " "
              + names(one.at("/cards/0/services"), "id", services, false));
    }
    for (JsonNode one : stage.client.get("/v1/checks?limit=100").hasStatus(200).json()) {
      lines.add(
          "check %s %s %d in %s for %s to %s"
              .formatted(
                  one.path("name").asText(),
                  one.path("description").asText(),
                  one.path("frequency").asInt(),
                  groups.getOrDefault(one.path("groupId").asText(), "none"),
                  services.getOrDefault(one.at("/triggerIncident/serviceId").asText(), "none"),
                  names(one.path("alertChannelSubscriptions"), "alertChannelId", channels, true)));
    }
    return lines;
  }

  private static List<String> names(
      JsonNode list, String member, Map<String, String> names, boolean sorted) {
    List<String> all = new ArrayList<>();
    list.forEach(one -> all.add(names.get(one.path(member).asText())));
    return sorted ? all.stream().sorted().toList() : all;
  }
}
