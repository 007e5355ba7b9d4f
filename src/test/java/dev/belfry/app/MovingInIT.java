package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.files.ExportFile;
import dev.belfry.projects.files.OtherFile;
import dev.belfry.projects.files.PlanText;
import dev.belfry.projects.files.SourceFile;
import dev.belfry.projects.importer.Gatus;
import dev.belfry.projects.importer.ImportResult;
import dev.belfry.projects.importer.UptimeKuma;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What was moved from other tools can be applied as it is. */
class MovingInIT {
  private static final String BACKUP =
      """
      {"version": "1.23.11", "proxyList": [],
       "notificationList": [
         {"id": 1, "name": "Ops", "active": true, "isDefault": true,
          "config": "{\\"type\\":\\"webhook\\",\\"name\\":\\"Ops\\",\\"webhookURL\\":\\"https://example.com/hook\\",\\"webhookContentType\\":\\"json\\"}"}],
       "monitorList": [
      \t{"id": 1, "name": "Shop ${HOOK}", "type": "group", "active": true},
      \t{"id": 2, "name": "Home", "type": "http", "parent": 1, "url": "https://example.com/", "interval": 60, "maxretries": 2,
      \t "retryInterval": 30, "accepted_statuscodes": ["200-299"], "notificationIDList": {"1": true}, "active": true},
      \t{"id": 3, "name": "Box", "type": "ping", "hostname": "10.0.0.1", "interval": 60, "active": true}]}
      """;

  private static final String GATUS =
      """
      alerting:
        slack:
          webhook-url: "https://example.com/${SLACK}"
      x: &site {group: core, interval: 1m, alerts: [{type: slack}]}
      endpoints:
        - <<: *site
          name: website
          url: "https://example.org/"
          conditions: ["[STATUS] == 200", "[RESPONSE_TIME] < 300"]
        - name: dns
          url: "8.8.8.8"
          dns: {query-name: example.org, query-type: A}
          conditions: ["[DNS_RCODE] == NOERROR"]
      """;

  @Test
  void aBackupOfUptimeKumaBecomesAProject() {
    ImportResult moved = UptimeKuma.read(OtherFile.read(new SourceFile("backup.json", BACKUP)));
    assertThat(moved.notes()).isNotEmpty();
    JsonNode checks = applied(moved, Map.of());
    assertThat(checks.findValuesAsText("name")).contains("Home");
  }

  @Test
  void aConfigurationOfGatusBecomesAProjectWithItsVariables() {
    ImportResult moved = Gatus.read(OtherFile.read(new SourceFile("config.yaml", GATUS)));
    assertThat(moved.notes()).isNotEmpty();
    JsonNode checks = applied(moved, Map.of("SLACK", "hook"));
    assertThat(checks.findValuesAsText("name")).contains("website");
  }

  private static JsonNode applied(ImportResult moved, Map<String, String> environment) {
    TestApp app = TestApp.shared();
    TestApp.Tenant tenant = app.newTenant();
    SourceFile file = new SourceFile("moved.yaml", ExportFile.yaml(moved.file()));
    try (FileDeploys deploys =
        new FileDeploys(
            TestApp.config(app.database().address(), Map.of()),
            app.database().address(),
            app.sealer(),
            InstantSource.system(),
            environment)) {
      for (String expected : List.of("Done: ", "Nothing to do")) {
        assertThat(
                PlanText.of(
                    deploys.apply(
                        tenant.account(),
                        deploys.readTexts(List.of(file)),
                        new DeployOptions(false, false, false, null))))
            .contains(expected);
      }
    }
    return app.as(tenant).get("/v1/checks").json();
  }
}
