package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project's whole life with the command line 8.23.2, every type of check in it. */
class DeployEightIT {
  private static final String FILE = "monitors/bakery.check.js";
  private static final String CHECKS = "/v1/checks";

  @TempDir private Path directory = Path.of("");
  private @Nullable ClientFixture opened;
  private ClientFixture.@Nullable ByHand made;

  @BeforeEach
  void open() {
    ClientFixture stage = new ClientFixture("project-eight", directory);
    made = stage.byHand();
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
        .says("Successfully deployed project \"Bakery\" to account \"Acme\".");
  }

  @Test
  void livesFromThePreviewToItsEnd() {
    Map<String, JsonNode> before = stage().everything();
    stage().run("deploy").with(2).says("confirmation_required");
    stage()
        .run("deploy", "--preview")
        .well()
        .says("Create:", "UrlMonitor: first", "CheckGroupV2: ovens", "StatusPageService: orders")
        .says("ApiCheck: menu", "DnsMonitor: sign", "IcmpMonitor: door", "SslMonitor: lock")
        .says("TcpMonitor: till", "HeartbeatMonitor: baker")
        .saysNothingOf("Delete:", "Update", "check-group-");
    assertThat(stage().everything()).as("after a preview").isEqualTo(before);
    deploy();
    everythingIsThere();
    Map<String, JsonNode> deployed = stage().everything();
    deploy();
    assertThat(stage().everything()).as("after the same again").isEqualTo(deployed);
    changesAndRenames();
    stage().run("destroy").with(2).says("confirmation_required");
    stage().run("destroy", "--force").well().says("have been successfully deleted");
    assertThat(stage().everything()).as("after the end").isEqualTo(before);
    stage().run("destroy", "--force").well();
    assertThat(stage().everything()).as("after the end again").isEqualTo(before);
  }

  private void everythingIsThere() {
    assertThat(stage().names(CHECKS))
        .containsExactlyInAnyOrder(
            "First oven", "Second oven", "Till", "Menu", "Sign", "Door", "Lock", "Baker");
    everyOtherTypeIsThere();
    JsonNode ovens = stage().named("/v1/check-groups", "Ovens");
    assertThat(ovens.path("privateLocations").toString()).isEqualTo("[\"cellar\"]");
    assertThat(ovens.path("alertChannelSubscriptions")).hasSize(1);
    JsonNode first = stage().named(CHECKS, "First oven");
    assertThat(first.path("groupId")).isEqualTo(ovens.path("id"));
    JsonNode second = stage().named(CHECKS, "Second oven");
    assertThat(second.path("groupId").asText()).isEqualTo(Objects.requireNonNull(made).group());
    assertThat(second.path("frequency").asInt()).isEqualTo(60);
    JsonNode till = stage().named(CHECKS, "Till");
    assertThat(till.path("checkType").asText()).isEqualTo("TCP");
    assertThat(till.at("/request/port").asInt()).isEqualTo(9100);
    JsonNode page = stage().named("/v1/status-pages", "Bakery");
    assertThat(page.at("/cards/0/services/0/name").asText()).isEqualTo("Orders");
    assertThat(stage().names("/v1/maintenance-windows")).containsExactly("Sunday");
    assertThat(stage().names("/v1/private-locations")).containsExactly("Cellar");
  }

  private void everyOtherTypeIsThere() {
    JsonNode menu = typed("Menu", "API");
    assertThat(menu.at("/request/assertions/1/property").asText()).isEqualTo("$.rolls");
    assertThat(menu.at("/request/headers/0/key").asText()).isEqualTo("X-Shop");
    assertThat(typed("Sign", "DNS").at("/request/assertions/0/target").asText())
        .isEqualTo("NOERROR");
    assertThat(typed("Door", "ICMP").at("/request/pingCount").asInt()).isEqualTo(4);
    assertThat(typed("Lock", "SSL").at("/request/sslConfig/alertDaysBeforeExpiry").asInt())
        .isEqualTo(30);
    assertThat(typed("Baker", "HEARTBEAT").at("/heartbeat/period").asInt()).isEqualTo(1);
  }

  private JsonNode typed(String name, String type) {
    JsonNode check = stage().named(CHECKS, name);
    assertThat(check.path("checkType").asText()).isEqualTo(type);
    String id = check.path("id").asText();
    stage().run("checks", "list", "--type", type).well().says(name, id);
    stage().run("checks", "get", id).well().says(name);
    stage().run("checks", "stats", id).well().says(name);
    return check;
  }

  private void changesAndRenames() {
    String first = stage().named(CHECKS, "First oven").path("id").asText();
    stage().edit(FILE, "name: 'First oven'", "name: 'Big oven'");
    stage().edit(FILE, "new UrlMonitor('second'", "new UrlMonitor('third'");
    stage().edit(FILE, "pingCount: 4", "pingCount: 5");
    stage().edit(FILE, "period: 1,", "period: 2,");
    stage().edit(FILE, "X-Shop", "X-Bakery");
    stage()
        .run("deploy", "--preview")
        .well()
        .says("Create: UrlMonitor: third", "Delete: Check: second", "UrlMonitor: first");
    deploy();
    assertThat(stage().named(CHECKS, "Big oven").path("id").asText()).isEqualTo(first);
    assertThat(stage().names(CHECKS)).contains("Big oven", "Second oven").hasSize(8);
    assertThat(stage().named(CHECKS, "Door").at("/request/pingCount").asInt()).isEqualTo(5);
    assertThat(stage().named(CHECKS, "Baker").at("/heartbeat/period").asInt()).isEqualTo(2);
    assertThat(stage().named(CHECKS, "Menu").at("/request/headers/0/key").asText())
        .isEqualTo("X-Bakery");
  }

  @Test
  void whatIsWrongIsNamedAndNothingIsDeployed() {
    Map<String, JsonNode> before = stage().everything();
    stage().edit(FILE, "Frequency.EVERY_5M", "7");
    stage()
        .run("deploy", "--force")
        .with(1)
        .says("Your project could not be deployed", "first", "frequency");
    assertThat(stage().everything()).isEqualTo(before);
  }

  private void writeTested() {
    stage().set("SERVICE", "http://127.0.0.1:" + stage().app.port());
    stage().set("PORT", Integer.toString(stage().app.port()));
    stage()
        .write(
            "monitors/tested.check.js",
            """
            const { ApiCheck, AssertionBuilder, DnsMonitor, TcpMonitor, UrlMonitor } =
              require('checkly/constructs')

            const service = process.env.SERVICE
            const port = Number(process.env.PORT)
            new UrlMonitor('url', { name: 'Url works', request: { url: service + '/v1/locations' } })
            new ApiCheck('api', {
              name: 'Api works',
              request: {
                method: 'GET', url: service + '/v1/{{PLACE}}',
                assertions: [AssertionBuilder.statusCode().equals(200)],
              },
            })
            new TcpMonitor('tcp', { name: 'Tcp works', request: { hostname: '127.0.0.1', port } })
            new UrlMonitor('gone', { name: 'Url fails', request: { url: service + '/v1/nothing' } })
            new TcpMonitor('shut', {
              name: 'Tcp fails', request: { hostname: '127.0.0.1', port: 9 },
            })
            new DnsMonitor('dns', {
              name: 'Dns fails',
              request: { query: 'example.org', recordType: 'A', nameServer: '127.0.0.1', port: 9 },
            })
            """);
  }

  private CommandResult test(String... more) {
    return stage()
        .run(
            Stream.concat(
                    Stream.of("test", "tested.check", "--location", "eu-west-1"), Stream.of(more))
                .toArray(String[]::new));
  }

  @Test
  void testsRunWithoutADeploy() {
    writeTested();
    Map<String, JsonNode> before = stage().everything();
    test("--grep", "works", "-e", "PLACE=locations", "--reporter", "ci", "--record")
        .well()
        .says("Running 3 checks in eu-west-1", "✔ Url works", "✔ Api works", "✔ Tcp works")
        .says("3 passed, 3 total", "Detailed session summary at:");
    String session = stage().api.get("/v1/test-sessions").at("/entries/0/id").asText();
    stage().run("test-sessions", "get", session).well().says("Url works", "passed", "eu-west-1");
    test("-e", "PLACE=nothing", "--retries", "1", "--no-record")
        .with(1)
        .says("↺ Api works", "✖ Api works", "✖ Url fails", "✖ Tcp fails", "✖ Dns fails")
        .says("✖ status code equals target \"200\". Received: 404.", "404 Not Found")
        .says("The connection to 127.0.0.1:9 was refused", "4 failed, 2 passed, 6 total")
        .saysNothingOf("Test session ID");
    assertThat(stage().api.get("/v1/test-sessions").at("/length").asInt()).isEqualTo(1);
    assertThat(stage().everything()).isEqualTo(before);
  }
}
