package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project's whole life with the command line 9.5.0 (wire contract 3.2 to 3.4). */
class DeployNineIT {
  private static final String FILE = "monitors/harbour.check.ts";
  private static final String CHECKS = "/v1/checks";
  private static final String GROUPS = "/v1/check-groups";

  @TempDir private Path directory = Path.of("");
  private @Nullable ClientFixture opened;
  private ClientFixture.@Nullable ByHand made;

  @BeforeEach
  void open() {
    ClientFixture stage = new ClientFixture("project-nine", directory);
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

  private ClientFixture.ByHand byHand() {
    return Objects.requireNonNull(made);
  }

  private void deploy() {
    stage()
        .run("deploy", "--force")
        .well()
        .says("Successfully deployed project \"Harbour\" to account \"Acme\".");
  }

  @Test
  void livesFromThePreviewToItsEnd() {
    Map<String, JsonNode> before = stage().everything();
    previewsWithoutATrace(before);
    deploy();
    JsonNode timetable = stage().named(CHECKS, "Timetable");
    everyMonitorIsThere(timetable);
    everythingElseIsThere();
    Map<String, JsonNode> deployed = stage().everything();
    deploy();
    assertThat(stage().everything()).as("after the same again").isEqualTo(deployed);
    changes(timetable.path("id").asText());
    renames();
    removes();
    ends(before);
  }

  private void previewsWithoutATrace(Map<String, JsonNode> before) {
    stage().run("deploy").with(2).says("confirmation_required");
    stage()
        .run("deploy", "--preview")
        .well()
        .says("Create:", "UrlMonitor: timetable", "TcpMonitor: radio", "CheckGroupV2: ferries")
        .says("SslMonitor: seal", "IcmpMonitor: sonar")
        .says("StatusPage: page")
        .says("PrivateLocation: quay", "WebhookAlertChannel: hook", "MaintenanceWindow: night")
        .saysNothingOf("Delete:", "Update", "check-group-", "alert-channel-");
    assertThat(stage().everything()).as("after a preview").isEqualTo(before);
  }

  private void everyMonitorIsThere(JsonNode timetable) {
    assertThat(stage().names(CHECKS))
        .containsExactlyInAnyOrder(
            "Timetable", "Gate", "Lighthouse", "Radio", "Beacon", "Sonar", "Seal");
    JsonNode ferries = stage().named(GROUPS, "Ferries");
    assertThat(timetable.path("groupId")).isEqualTo(ferries.path("id"));
    assertThat(timetable.path("frequency").asInt()).isEqualTo(5);
    assertThat(timetable.path("tags").toString()).isEqualTo("[\"as-code\"]");
    assertThat(timetable.path("degradedResponseTime").asInt()).isEqualTo(2000);
    assertThat(timetable.at("/retryStrategy/onlyOn").toString()).isEqualTo("[\"NETWORK_ERROR\"]");
    assertThat(timetable.at("/triggerIncident/serviceId"))
        .isEqualTo(stage().named("/v1/status-pages/services", "Tickets").path("id"));
    assertThat(timetable.at("/request/assertions/0/target").asText()).isEqualTo("200");
    assertThat(timetable.path("alertChannelSubscriptions")).hasSize(1);
    JsonNode gate = stage().named(CHECKS, "Gate");
    assertThat(gate.path("frequency").asInt(-1)).isZero();
    assertThat(gate.path("frequencyOffset").asInt()).isEqualTo(10);
    assertThat(gate.path("activated").asBoolean()).isFalse();
    assertThat(gate.path("privateLocations").toString()).isEqualTo("[\"quay\"]");
    JsonNode radio = stage().named(CHECKS, "Radio");
    assertThat(radio.path("checkType").asText()).isEqualTo("TCP");
    assertThat(radio.path("groupId")).isEqualTo(ferries.path("id"));
    assertThat(radio.path("frequencyOffset").asInt()).isEqualTo(30);
    assertThat(radio.path("maxResponseTime").asInt()).isEqualTo(1500);
    assertThat(radio.at("/request/data").asText()).isEqualTo("CQ");
    assertThat(radio.at("/request/assertions/0/target").asText()).isEqualTo("73");
    JsonNode beacon = stage().named(CHECKS, "Beacon");
    assertThat(beacon.path("checkType").asText()).isEqualTo("DNS");
    assertThat(beacon.at("/request/nameServer").asText()).isEqualTo("ns.example.org");
    assertThat(beacon.at("/request/assertions/1/property").asText()).isEqualTo("IN A (\\S+)");
    JsonNode sonar = stage().named(CHECKS, "Sonar");
    assertThat(sonar.path("checkType").asText()).isEqualTo("ICMP");
    assertThat(sonar.path("degradedPacketLossThreshold").asInt()).isEqualTo(5);
    assertThat(sonar.path("maxPacketLossThreshold").asInt()).isEqualTo(50);
    assertThat(sonar.at("/request/pingCount").asInt()).isEqualTo(4);
    assertThat(sonar.at("/request/assertions/0/property").asText()).isEqualTo("avg");
    assertThat(sonar.at("/request/assertions/2/target").asText()).isEqualTo("2");
    JsonNode seal = stage().named(CHECKS, "Seal");
    assertThat(seal.path("checkType").asText()).isEqualTo("SSL");
    assertThat(seal.path("degradedResponseTime").asInt()).isEqualTo(2500);
    assertThat(seal.path("maxResponseTime").asInt()).isEqualTo(10_000);
    assertThat(seal.at("/request/sslConfig/hostname").asText()).isEqualTo("seal.example.org");
    assertThat(seal.at("/request/sslConfig/handshakeTimeoutMs").asInt()).isEqualTo(5000);
    assertThat(seal.at("/request/sslConfig/securityBaseline/minTLSVersion/severity").asText())
        .isEqualTo("degrade");
    assertThat(seal.at("/request/assertions/1/property").asText()).isEqualTo("tlsVersion");
    JsonNode lighthouse = stage().named(CHECKS, "Lighthouse");
    assertThat(lighthouse.path("groupId").asText()).isEqualTo(byHand().group());
  }

  private void everythingElseIsThere() {
    JsonNode ferries = stage().named(GROUPS, "Ferries");
    assertThat(ferries.path("privateLocations").toString()).isEqualTo("[\"quay\"]");
    assertThat(ferries.path("runParallel").asBoolean()).isTrue();
    assertThat(ferries.at("/retryStrategy/type").asText()).isEqualTo("LINEAR");
    assertThat(ferries.at("/alertSettings/runBasedEscalation/failedRunThreshold").asInt())
        .isEqualTo(2);
    assertThat(ferries.at("/environmentVariables/0/key").asText()).isEqualTo("PIER");
    assertThat(ferries.path("alertChannelSubscriptions").findValuesAsText("alertChannelId"))
        .hasSize(2)
        .contains(byHand().channel());
    JsonNode page = stage().named("/v1/status-pages", "Harbour");
    assertThat(page.path("url").asText()).isEqualTo(stage().pageAddress);
    assertThat(page.at("/cards/0/services/0/name").asText()).isEqualTo("Tickets");
    JsonNode night = stage().named("/v1/maintenance-windows", "Night");
    assertThat(night.path("repeatUnit").asText()).isEqualTo("WEEK");
    assertThat(stage().names("/v1/private-locations")).containsExactly("Quay");
    assertThat(stage().everything().get("/v1/alert-channels")).hasSize(3);
    assertThat(stage().api.get("/v1/projects").at("/0/logicalId").asText()).isEqualTo("harbour");
  }

  private void changes(String timetable) {
    JsonNode gate = stage().named(CHECKS, "Gate");
    stage().edit(FILE, "name: 'Timetable'", "name: 'Ferry times'");
    stage().edit(FILE, "EVERY_5M", "EVERY_15M");
    stage().edit(FILE, "port: 7000", "port: 7001");
    stage()
        .run("deploy", "--preview")
        .well()
        .says("UrlMonitor: timetable", "TcpMonitor: radio")
        .saysNothingOf("Create:", "Delete:", "lighthouse");
    deploy();
    JsonNode changed = stage().named(CHECKS, "Ferry times");
    assertThat(changed.path("id").asText()).isEqualTo(timetable);
    assertThat(changed.path("frequency").asInt()).isEqualTo(15);
    assertThat(stage().named(CHECKS, "Radio").at("/request/port").asInt()).isEqualTo(7001);
    assertThat(stage().named(CHECKS, "Gate")).isEqualTo(gate);
  }

  private void renames() {
    String gate = stage().named(CHECKS, "Gate").path("id").asText();
    stage().edit(FILE, "new UrlMonitor('gate'", "new UrlMonitor('sluice'");
    stage()
        .run("deploy", "--preview")
        .well()
        .says("Create: UrlMonitor: sluice", "Delete: Check: gate");
    deploy();
    assertThat(stage().named(CHECKS, "Gate").path("id").asText()).isNotEqualTo(gate);
    stage().api.get("/v1/checks/" + gate).isNotFound();
  }

  private void removes() {
    String text = stage().file(FILE);
    int from = text.indexOf("new UrlMonitor('lighthouse'");
    int to = text.indexOf("new TcpMonitor('radio'");
    stage().write(FILE, text.substring(0, from) + text.substring(to));
    deploy();
    assertThat(stage().names(CHECKS))
        .containsExactlyInAnyOrder("Ferry times", "Gate", "Radio", "Beacon", "Sonar", "Seal");
    assertThat(stage().names(GROUPS)).containsExactlyInAnyOrder("By hand", "Ferries");
  }

  private void ends(Map<String, JsonNode> before) {
    stage().run("destroy").with(2).says("confirmation_required");
    stage().run("destroy", "--force").well().says("have been successfully deleted");
    assertThat(stage().everything()).as("after the end").isEqualTo(before);
    stage().run("destroy", "--force").well();
  }

  @Test
  void whatIsWrongIsNamedAndNothingIsDeployed() {
    Map<String, JsonNode> before = stage().everything();
    stage().edit(FILE, "Frequency.EVERY_5M", "7");
    stage().edit(FILE, "https://example.org/gate", "nonsense");
    for (String flag : new String[] {"--preview", "--force"}) {
      stage()
          .run("deploy", flag)
          .with(1)
          .says("Your project could not be deployed", "timetable", "frequency", "gate", "url");
    }
    stage().edit(FILE, "frequency: 7", "frequency: 5");
    stage().edit(FILE, "'nonsense'", "'https://example.org/gate'");
    stage()
        .write(
            "monitors/port.check.ts",
            """
            import { TracerouteMonitor } from 'checkly/constructs'

            new TracerouteMonitor('port', { name: 'Port', request: { url: 'port.example.org' } })
            """);
    stage().run("deploy", "--force").with(1).says("port", "TRACEROUTE");
    assertThat(stage().everything()).isEqualTo(before);
    stage().remove("monitors/port.check.ts");
    stage().set("GROUP_BY_HAND", "4711");
    stage().run("deploy", "--force").with(1).says("check-group-4711");
    assertThat(stage().everything()).isEqualTo(before);
  }

  @Test
  void whatIsRemovedFromCodeMayStay() {
    deploy();
    stage().edit(FILE, "new UrlMonitor('gate'", "new UrlMonitor('sluice'");
    stage().run("deploy", "--force", "--preserve-resources", "--output").well().says("gate");
    assertThat(stage().names(CHECKS))
        .containsExactlyInAnyOrder(
            "Timetable", "Gate", "Gate", "Lighthouse", "Radio", "Beacon", "Sonar", "Seal");
    stage().run("destroy", "--force", "--preserve-resources").well();
    assertThat(stage().names(CHECKS)).hasSize(8);
    assertThat(stage().api.get("/v1/projects").json()).isEmpty();
  }
}
