package dev.belfry.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code /v1/triggers/checks/{id}} and {@code /v1/triggers/check-groups/{id}}. */
class TriggersIT {
  private static final String URL = "\"name\":\"Home\",\"request\":{\"url\":\"https://e.org\"}";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private String subject(String kind) {
    return (kind.equals("checks")
            ? client.post("/v1/checks/url", "{" + URL + "}")
            : client.post("/v2/check-groups", "{\"name\":\"Shop\"}"))
        .hasStatus(201)
        .id();
  }

  @ParameterizedTest
  @CsvSource({"checks, checkId, Check", "check-groups, groupId, Group"})
  void areMadeReadAndDeleted(String kind, String member, String operation) {
    String id = subject(kind);
    String path = "/v1/triggers/" + kind + "/" + id;
    client.get(path).isNotFound().matchesContract("read" + operation + "Trigger");
    client.delete(path).isNotFound().matchesContract("delete" + operation + "Trigger");

    String create = "create" + operation + "Trigger";
    ApiReply made = client.send("POST", path, null).hasStatus(201).matchesContract(create);
    String token = made.at("/token").asText();
    assertThat(token).matches("[A-Za-z0-9_-]{64}");
    assertThat(made.at("/" + member).asText()).isEqualTo(id);
    assertThat(made.at("/url").asText()).endsWith("/" + kind + "/" + id + "/trigger/" + token);
    assertThat(made.at("/called_at").isNull()).isTrue();
    assertThat(client.send("POST", path, null).hasStatus(200).matchesContract(create).text())
        .isEqualTo(made.text());
    assertThat(
            client.get(path).hasStatus(200).matchesContract("read" + operation + "Trigger").text())
        .isEqualTo(made.text());

    ApiReply masked = app.client().withKey(acme.readKey()).get(path).hasStatus(200);
    assertThat(masked.at("/token").asText()).isEqualTo("********");
    assertThat(masked.text()).doesNotContain(token);
    new Access(app, acme).requireForReading(path);
    new Access(app, acme).requireForWriting("POST", path, null);
    new Access(app, acme).requireHidden("GET", path, null);
    new Access(app, acme).requireHidden("POST", path, null);
    new Access(app, acme).requireHidden("DELETE", path, null);

    client.delete(path).hasStatus(204).matchesContract("delete" + operation + "Trigger");
    ApiReply again = client.send("POST", path, null).hasStatus(201);
    assertThat(again.at("/token").asText()).isNotEqualTo(token);
    app.client().get("/" + kind + "/" + id + "/trigger/" + token).isNotFound();
  }

  @Test
  void goWithTheirSubject() {
    String check = subject("checks");
    String path = "/v1/triggers/checks/" + check;
    client.send("POST", path, null).hasStatus(201);
    client.delete("/v1/checks/" + check).hasStatus(204);
    client.get(path).isNotFound();
    client.send("POST", path, null).isNotFound();
  }

  @Test
  void areNotForHeartbeatMonitors() {
    String beat =
        client
            .post(
                "/v1/checks/heartbeat",
                "{\"name\":\"Job\",\"heartbeat\":{\"period\":1,\"periodUnit\":\"days\",\"grace\":1,\"graceUnit\":\"hours\"}}")
            .hasStatus(201)
            .id();
    client
        .send("POST", "/v1/triggers/checks/" + beat, null)
        .isInvalid("/id")
        .matchesContract("createCheckTrigger");
  }

  @Test
  void nameBadIds() {
    client.get("/v1/triggers/checks/x").isInvalid("/id");
    client.get("/v1/triggers/check-groups/x").isInvalid("/id");
  }
}
