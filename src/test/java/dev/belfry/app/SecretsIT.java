package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Fixtures;
import dev.belfry.testing.LogCapture;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * A canary is put into every place that takes a secret, in bodies that are accepted and in bodies
 * that are not, and then looked for in all that leaves the service: every answer, the log at its
 * most talkative, metrics, and every row of every table.
 */
class SecretsIT {
  private static final String CANARY = "Canary" + UUID.randomUUID().toString().replace("-", "");

  private static final Pattern WHOLE_SECRET =
      Pattern.compile("sealed:v1:[0-9a-f]{8}:[A-Za-z0-9+/]{17}");

  /** Every body that carries a secret: method, path and body. */
  private static final List<List<String>> SECRETS =
      List.of(
          List.of("POST", "/v1/variables", "{\"key\":\"NEW\",\"value\":\"%s\",\"secret\":true}"),
          List.of("PUT", "/v1/variables/{key}", "{\"value\":\"%s\",\"secret\":true}"),
          List.of("POST", "/v1/check-groups", "{\"name\":\"one\"," + groupSecrets() + "}"),
          List.of("POST", "/v2/check-groups", "{\"name\":\"two\"," + groupSecrets() + "}"),
          List.of("PUT", "/v1/check-groups/{id}", "{\"name\":\"one\"," + groupSecrets() + "}"),
          List.of("PUT", "/v2/check-groups/{id}", "{\"name\":\"two\"," + groupSecrets() + "}"),
          List.of("POST", "/v1/alert-channels", channel("PAGERDUTY", "serviceKey")),
          List.of("POST", "/v1/alert-channels", channel("OPSGENIE", "apiKey")),
          List.of("POST", "/v1/alert-channels", channel("WEBHOOK", "webhookSecret")),
          List.of("PUT", "/v1/alert-channels/{id}", channel("OPSGENIE", "apiKey")),
          List.of("PUT", "/v1/alert-channels/{id}", channel("PAGERDUTY", "serviceKey")),
          List.of("PUT", "/v1/alert-channels/{id}", channel("WEBHOOK", "webhookSecret")),
          List.of("POST", "/v1/private-locations", "{\"name\":\"p\",\"slugName\":\"p\"," + proxy()),
          List.of("PUT", "/v1/private-locations/{id}", "{\"name\":\"p\"," + proxy()));

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final Fixtures owned = Fixtures.create(client, acme.account());
  private final List<String> seen = new ArrayList<>();

  private static String groupSecrets() {
    return """
        "environmentVariables":[{"key":"TOKEN","value":"%s","secret":true}],
        "apiCheckDefaults":{"basicAuth":{"username":"u","password":"%s"}}""";
  }

  private static String channel(String type, String secret) {
    return """
        {"type":"TYPE","config":{"url":"https://e.org/","name":"n","SECRET":"%s"}}"""
        .replace("TYPE", type)
        .replace("SECRET", secret);
  }

  private static String proxy() {
    return "\"proxyUrl\":\"http://user:%s@proxy.example:3128\"}";
  }

  private ApiReply send(List<String> request, String body) {
    ApiReply reply =
        client.send(
            request.get(0), owned.address(request.get(1)), body.getBytes(StandardCharsets.UTF_8));
    seen.add(reply.text());
    return reply;
  }

  @Test
  void neverComeBackOnceTheyAreThere() throws SQLException {
    String control = CANARY.replace("Canary", "Control");
    client
        .put(owned.address("/v1/variables/{key}"), "{\"value\":\"" + control + "\"}")
        .hasStatus(200);
    readEverything();
    seen.addAll(tables());
    assertThat(seen)
        .as("what is no secret is found")
        .filteredOn(t -> t.contains(control))
        .hasSizeGreaterThan(2);
    Logger root = (Logger) LoggerFactory.getLogger("dev.belfry");
    Level before = root.getLevel();
    try (LogCapture log = new LogCapture("ROOT");
        LogCapture access = new LogCapture("belfry.access")) {
      root.setLevel(Level.TRACE);
      for (List<String> request : SECRETS) {
        String body = request.get(2).replace("%s", CANARY);
        refuseSpoiled(request, body);
        assertThat(send(request, body).status()).as(seen.toString()).isIn(200, 201);
        assertThat(client.get("/v1/audit-log?limit=2").text()).contains("****");
        readEverything();
      }
      assertThat(access.messages()).isNotEmpty();
      seen.addAll(access.messages());
      seen.addAll(log.messages());
      seen.add(app.management().get("/metrics").hasStatus(200).text());
    } finally {
      root.setLevel(before);
    }
    seen.addAll(tables());
    String encoded =
        Base64.getEncoder()
            .encodeToString(CANARY.getBytes(StandardCharsets.UTF_8))
            .substring(0, 20);
    assertThat(seen).isNotEmpty().noneMatch(text -> text.contains(CANARY));
    assertThat(seen).noneMatch(text -> text.contains(encoded));
    assertThat(String.join("", seen)).contains("sealed:v1:");
    // Deleted resources are kept as they were stored, sealed; the log masks them.
    assertThat(seen.stream().filter(text -> text.contains("\"resource_type\"")))
        .filteredOn(text -> text.contains("\"action\""))
        .as("the log has no sealed secret whole")
        .isNotEmpty()
        .noneMatch(text -> WHOLE_SECRET.matcher(text).find());
  }

  /** The same secret in bodies that get a 400, for one reason or another. */
  private void refuseSpoiled(List<String> request, String body) {
    String quoted = "\"" + CANARY + "\"";
    for (String spoiled :
        List.of(
            body.substring(0, body.length() - 1),
            body + "x",
            "[" + body + "]",
            body.replace(quoted, "[" + quoted + "]"),
            body.replace(quoted, "{" + quoted + ":" + quoted + "}"),
            body.replace(CANARY, CANARY.repeat(3000)),
            body.replace(CANARY, CANARY + "\\u0000"),
            body.replace("{\"name\":", "{\"name\":" + quoted.repeat(1) + ",\"name\":1,\"x\":"))) {
      if (!spoiled.equals(body)) {
        assertThat(send(request, spoiled).status()).as(spoiled).isIn(200, 201, 400, 409);
      }
    }
  }

  private void readEverything() {
    for (OperationContract operation : Contract.load().operations()) {
      boolean waits = operation.id().equals("followEvents") || operation.id().startsWith("run");
      if (operation.method().equals("GET") && !waits) {
        seen.add(client.get(owned.address(operation.path())).text());
      }
    }
  }

  /** What a dump holds: every row of every table, partitions included. */
  private List<String> tables() throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement()) {
      List<String> names = new ArrayList<>();
      try (ResultSet tables =
          statement.executeQuery(
              "SELECT oid::regclass::text FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm')"
                  + " AND relnamespace = 'public'::regnamespace")) {
        while (tables.next()) {
          names.add(tables.getString(1));
        }
      }
      assertThat(names).contains("variables", "alert_channels", "check_groups");
      for (String name : names) {
        try (ResultSet all =
            statement.executeQuery("SELECT row_to_json(t)::text FROM " + name + " t")) {
          while (all.next()) {
            rows.add(all.getString(1));
          }
        }
      }
    }
    return rows;
  }
}
