package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.ContractDocument;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.files.ExportFile;
import dev.belfry.projects.files.OtherFile;
import dev.belfry.projects.files.PlanText;
import dev.belfry.projects.files.SourceFile;
import dev.belfry.projects.importer.Gatus;
import dev.belfry.projects.importer.ImportNote;
import dev.belfry.projects.importer.ImportResult;
import dev.belfry.projects.importer.UptimeKuma;
import dev.belfry.projects.importer.account.AccountImport;
import dev.belfry.projects.importer.account.Download;
import dev.belfry.projects.importer.account.RemoteApi;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.CheckSamples;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  /** The service itself is the other service: it answers as that one does. */
  @Test
  void anAccountBecomesAProject(@TempDir Path folder) {
    TestApp.Tenant old = TestApp.shared().newTenant();
    ApiClient client = TestApp.shared().as(old);
    String service = client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").id();
    client.post(
        "/v1/status-pages",
        """
        {"name":"Public","url":"moving-%s","cards":[{"name":"All","services":[{"id":"%s"}]}]}"""
            .formatted(old.account().toString().substring(0, 8), service));
    String channel =
        client
            .post("/v1/alert-channels", "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}}")
            .id();
    String group =
        client
            .post(
                "/v2/check-groups",
                """
                {"name":"Shop","tags":["shop"],
                 "alertChannelSubscriptions":[{"alertChannelId":%s,"activated":true}],
                 "environmentVariables":[{"key":"TOKEN","value":"S3CRET","secret":true}]}"""
                    .formatted(channel))
            .id();
    for (CheckType type : CheckType.offered()) {
      JsonNode made =
          client
              .post(CheckSamples.path(type), CheckSamples.body(type, "Check " + type))
              .hasStatus(201)
              .json();
      assertThat(made.path("checkType").asText()).isEqualTo(type.name());
    }
    client
        .post(
            "/v1/checks/url",
            """
            {"name":"Home","groupId":%s,"frequency":0,"frequencyOffset":20,
             "request":{"url":"https://e.org/"}}"""
                .formatted(group))
        .hasStatus(201);
    client.post("/v1/variables", "{\"key\":\"REGION\",\"value\":\"north\"}").hasStatus(201);
    AccountImport.Imported imported = imported(old, folder.resolve("first"));
    assertThat(imported.secrets()).contains("SHOP_TOKEN");
    assertThat(imported.text()).doesNotContain("S3CRET");
    assertThat(imported.notes())
        .extracting(ImportNote::toString)
        .anyMatch(note -> note.contains("REGION") && note.contains("files have no variables"))
        .anyMatch(note -> note.contains("pingUrl"));
    // The address of a page is nobody's twice.
    client.delete(
        "/v1/status-pages/" + client.get("/v1/status-pages").at("/entries/0/id").asText());
    Map<String, String> secrets = new TreeMap<>();
    imported.secrets().forEach(name -> secrets.put(name, "S3CRET"));
    TestApp.Tenant anew = TestApp.shared().newTenant();
    JsonNode checks = applied(anew, imported.text(), secrets);
    assertThat(checks.findValuesAsText("name"))
        .containsExactlyInAnyOrderElementsOf(
            client.get("/v1/checks?limit=100").json().findValuesAsText("name"));
    assertThat(checks.findValuesAsText("frequencyOffset")).contains("20");
    assertThat(
            TestApp.shared()
                .as(anew)
                .get("/v1/status-pages")
                .at("/entries/0/cards/0/name")
                .asText())
        .isEqualTo("All");
    assertThat(imported(anew, folder.resolve("second")).text()).isEqualTo(imported.text());
  }

  private static AccountImport.Imported imported(TestApp.Tenant tenant, Path folder) {
    RemoteApi api =
        new RemoteApi(
            URI.create("http://127.0.0.1:" + TestApp.shared().port()),
            tenant.readKey(),
            tenant.account().toString(),
            (seconds, reason) -> {
              throw new AssertionError(reason);
            });
    Download download = new Download(api, folder);
    AccountImport.Imported imported =
        AccountImport.read(download, "checkly", ContractDocument.read().schemas());
    assertThat(folder).isNotEmptyDirectory();
    download.forget();
    assertThat(folder).doesNotExist();
    return imported;
  }

  private static JsonNode applied(ImportResult moved, Map<String, String> environment) {
    return applied(TestApp.shared().newTenant(), ExportFile.yaml(moved.file()), environment);
  }

  private static JsonNode applied(
      TestApp.Tenant tenant, String text, Map<String, String> environment) {
    TestApp app = TestApp.shared();
    SourceFile file = new SourceFile("moved.yaml", text);
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
    return app.as(tenant).get("/v1/checks?limit=100").json();
  }
}
