package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types of checks of which the command line 9.5.0 says and asks more than of others. */
class DeployTypesNineIT {
  private static final String CHECKS = "/v1/checks";

  @TempDir private Path directory = Path.of("");
  private @Nullable ClientFixture opened;

  @BeforeEach
  void open() {
    ClientFixture stage = new ClientFixture("project-nine", directory);
    var unused = stage.byHand();
    opened = stage;
  }

  @AfterEach
  void close() {
    stage().close();
  }

  private ClientFixture stage() {
    return Objects.requireNonNull(opened);
  }

  private void deploy() {
    stage()
        .run("deploy", "--force")
        .well()
        .says("Successfully deployed project \"Harbour\" to account \"Acme\".");
  }

  @Test
  void anApiCheckIsDeployedUnlessItHasAScript() {
    deploy();
    stage()
        .write(
            "monitors/fares.check.ts",
            """
            import { ApiCheck, AssertionBuilder } from 'checkly/constructs'

            new ApiCheck('fares', {
              name: 'Fares', environmentVariables: [{ key: 'PIER', value: 'p13r', secret: true }],
              request: {
                method: 'POST', url: 'https://example.org/fares', bodyType: 'JSON', body: '{"pier":"{{PIER}}"}',
                headers: [{ key: 'X-Pier', value: '{{PIER}}' }], basicAuth: { username: 'me', password: 'p4ss' },
                assertions: [AssertionBuilder.jsonBody('$.fare').greaterThan(1), AssertionBuilder.statusCode().equals(200)],
              },
            })
            """);
    stage().run("deploy", "--preview").well().says("Create: ApiCheck: fares");
    deploy();
    JsonNode fares = stage().named(CHECKS, "Fares");
    assertThat(fares.at("/request/assertions/0/property").asText()).isEqualTo("$.fare");
    assertThat(fares.toString()).doesNotContain("p13r").doesNotContain("p4ss");
    stage().run("checks", "get", fares.path("id").asText()).well().says("Fares");
    stage().run("checks", "stats").well().says("Fares");
    deploy();
    assertThat(stage().named(CHECKS, "Fares")).isEqualTo(fares);

    stage()
        .edit(
            "monitors/fares.check.ts",
            "name: 'Fares',",
            "name: 'Fares', setupScript: { content: '1' },");
    stage().run("deploy", "--force").with(1).says("fares", "localSetupScript", "runs no scripts");
    stage().remove("monitors/fares.check.ts");
    deploy();
    stage().api.get("/v1/checks/" + fares.path("id").asText()).isNotFound();
  }

  @Test
  void aHeartbeatMonitorIsDeployedWithItsPingUrl() {
    deploy();
    stage()
        .write(
            "monitors/tide.check.ts",
            """
            import { HeartbeatMonitor } from 'checkly/constructs'

            new HeartbeatMonitor('tide', {
              name: 'Tide', period: 1, periodUnit: 'hours', grace: 5, graceUnit: 'minutes', tags: ['sea'],
            })
            """);
    stage().run("deploy", "--preview").well().says("Create: HeartbeatMonitor: tide");
    stage().run("deploy", "--force").well().says("Ping URL of heartbeat check Tide is", "/ping/");
    JsonNode tide = stage().named(CHECKS, "Tide");
    assertThat(tide.at("/heartbeat/graceUnit").asText()).isEqualTo("minutes");
    assertThat(tide.at("/tags/0").asText()).isEqualTo("sea");
    stage().run("checks", "list").well().says("Tide");
    stage().run("checks", "get", tide.path("id").asText()).well().says("Tide");
    stage().run("checks", "stats").well().says("Tide");
    deploy();
    assertThat(stage().named(CHECKS, "Tide")).isEqualTo(tide);

    stage().edit("monitors/tide.check.ts", "period: 1", "period: 2");
    stage().run("deploy", "--preview").well().says("HeartbeatMonitor: tide");
    deploy();
    assertThat(stage().named(CHECKS, "Tide").at("/heartbeat/period").asInt()).isEqualTo(2);
    stage().remove("monitors/tide.check.ts");
    deploy();
    stage().api.get("/v1/checks/" + tide.path("id").asText()).isNotFound();
  }
}
