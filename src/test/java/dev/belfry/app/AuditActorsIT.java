package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.account.profile.AccountRegistration;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Scope;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.app.cli.CommandDatabase;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way to change something names who did it, and nobody is taken for another. */
class AuditActorsIT {
  private static final TestApp APP = TestApp.shared();

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);

  private List<String> actors(UUID account) throws SQLException {
    List<String> actors = new ArrayList<>();
    try (Connection connection = APP.database().jdbc();
        PreparedStatement statement =
            connection.prepareStatement(
                """
                SELECT resource_type || ' ' || action || ' ' || actor FROM audit_entries
                WHERE account_id = ? ORDER BY id""")) {
      statement.setObject(1, account);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          actors.add(rows.getString(1));
        }
      }
    }
    return actors;
  }

  private List<JsonNode> log(String query) {
    List<JsonNode> entries = new ArrayList<>();
    String path = "/v1/audit-log?limit=100" + query;
    ApiReply page = client.get(path).hasStatus(200);
    page.at("/entries").forEach(entries::add);
    while (!page.at("/nextId").isNull()) {
      page = client.get(path + "&nextId=" + page.at("/nextId").asText()).hasStatus(200);
      page.at("/entries").forEach(entries::add);
    }
    return entries;
  }

  /** Requests of two keys share batches, commits and connections, and each stays its own. */
  @Test
  void updatesThatShareABatchHaveEachTheirOwnActor() throws Exception {
    UUID otherKey = UUID.randomUUID();
    ApiClient other;
    try (Connection connection = APP.database().jdbc()) {
      Caller caller = new Caller(otherKey, acme.account(), Scope.WRITE, 0, null);
      other = APP.client().withKey(APP.key(connection, caller));
    }
    List<String> monitors =
        IntStream.range(0, 8)
            .mapToObj(
                i ->
                    client
                        .post(
                            "/v1/checks/url",
                            "{\"name\":\"m\",\"request\":{\"url\":\"https://e.org\"}}")
                        .hasStatus(201)
                        .id())
            .toList();
    ExecutorService people = Executors.newFixedThreadPool(32);
    try {
      List<Future<?>> sent = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        UUID key = i % 2 == 0 ? acme.keyId() : otherKey;
        ApiClient sender = i % 2 == 0 ? client : other;
        String mark = key + "." + i;
        String path = "/v1/checks/url/" + monitors.get(i % 8);
        sent.add(
            people.submit(
                () ->
                    sender
                        .with("X-Request-Id", mark)
                        .put(path, "{\"name\":\"" + mark + "\"}")
                        .hasStatus(200)));
      }
      for (Future<?> one : sent) {
        one.get();
      }
    } finally {
      people.shutdown();
    }

    List<JsonNode> entries = log("&resourceType=check&action=UPDATE");
    assertThat(entries)
        .hasSize(400)
        .allSatisfy(
            entry -> {
              String mark = entry.at("/resource/name").asText();
              assertThat(entry.at("/actor/requestId").asText()).isEqualTo(mark);
              assertThat(mark).startsWith(entry.at("/actor/id").asText() + ".");
            });
  }

  /** Each entry goes on where the one before it about the same resource ended. */
  @Test
  void entriesOfAResourceFollowOneAnother() {
    String monitor =
        client
            .post("/v1/checks/url", "{\"name\":\"0\",\"request\":{\"url\":\"https://e.org\"}}")
            .hasStatus(201)
            .id();
    for (int i = 1; i <= 20; i++) {
      client.put("/v1/checks/url/" + monitor, "{\"name\":\"" + i + "\"}").hasStatus(200);
    }

    List<JsonNode> entries = log("&action=UPDATE&resourceId=" + monitor);
    assertThat(entries).extracting(e -> e.at("/changes/0/to").asInt()).hasSize(20);
    for (int i = 0; i < 20; i++) {
      assertThat(entries.get(i).at("/changes/0/to").asInt()).isEqualTo(20 - i);
      assertThat(entries.get(i).at("/changes/0/from").asInt()).isEqualTo(19 - i);
    }
  }

  @Test
  void aDeployLeavesOneEntryForEachResourceInTheNameOfWhoDeployed() {
    int resources = 300;
    String services =
        IntStream.range(0, resources)
            .mapToObj(
                i ->
                    "{\"logicalId\":\"s%d\",\"type\":\"status-page-service\",\"payload\":{\"name\":\"s%d\"}}"
                        .formatted(i, i))
            .collect(Collectors.joining(","));
    String body =
        "{\"project\":{\"logicalId\":\"many\",\"name\":\"Many\"},\"resources\":[%s]}"
            .formatted(services);
    client.with("X-Request-Id", "deploy-1").post("/v1/projects/deploy", body).hasStatus(202);
    awaitDeployed(resources);

    List<JsonNode> entries = log("&actor=" + acme.keyId());
    assertThat(entries)
        .allSatisfy(
            entry -> {
              assertThat(entry.at("/actor/requestId").asText()).isEqualTo("deploy-1");
              assertThat(entry.at("/actor/id").asText()).isEqualTo(acme.keyId().toString());
              assertThat(entry.path("action").asText()).isEqualTo("CREATE");
            });
    assertThat(entries)
        .extracting(entry -> entry.at("/resource/id").asText())
        .hasSize(resources + 1)
        .doesNotHaveDuplicates();
  }

  private void awaitDeployed(int resources) {
    Polling.until("it is deployed", () -> log("&actor=" + acme.keyId()).size() > resources);
  }

  @Test
  void whatIsRolledBackLeavesNothing() {
    client
        .post(
            "/v1/status-pages",
            """
            {"name":"A","url":"u%s","cards":[{"name":"c","services":[{"id":"%s"}]}]}"""
                .formatted(acme.account(), UUID.randomUUID()))
        .isNotFound();

    assertThat(log("&resourceType=status-page")).isEmpty();
  }

  @Test
  void commandsAndFilesAndStrangersInTheDatabaseAreTold(@TempDir Path files)
      throws IOException, SQLException {
    DatabaseAddress address = APP.database().address();
    UUID account = UUID.randomUUID();
    try (CommandDatabase database = CommandDatabase.open(TestApp.config(address, Map.of()))) {
      database.query(
          connection -> {
            new AccountRegistration(connection)
                .create(account, "Acme", InstantSource.system().instant());
            return account;
          });
    }
    Files.writeString(
        files.resolve("shop.yaml"), "name: Shop\nservices:\n  - {id: web, name: Web}\n");
    int faults =
        new FilesAtStart(
                TestApp.config(
                    address,
                    Map.of(
                        "BELFRY_FILES", files.toString(),
                        "BELFRY_FILES_ACCOUNT", account.toString())),
                address,
                APP.sealer(),
                InstantSource.system(),
                Map.of())
            .apply();
    assertThat(faults).isZero();
    String url =
        "jdbc:postgresql://%s:%d/%s?user=%s&password=%s"
            .formatted(
                address.host(),
                address.port(),
                address.database(),
                address.user(),
                address.password().value());
    try (Connection stranger = DriverManager.getConnection(url);
        PreparedStatement rename =
            stranger.prepareStatement("UPDATE accounts SET name = 'Mine' WHERE id = ?")) {
      rename.setObject(1, account);
      assertThat(rename.executeUpdate()).isEqualTo(1);
    }

    assertThat(actors(account))
        .containsExactlyInAnyOrder(
            "account CREATE command",
            "project CREATE file",
            "status-page-service CREATE file",
            "account UPDATE database");
  }
}
