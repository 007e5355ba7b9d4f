package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/check-groups/{id}}. */
class UpdateCheckGroupIT {
  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String cellar =
      client
          .post("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}")
          .hasStatus(201)
          .id();
  private final String path =
      "/v1/check-groups/"
          + client
              .post(
                  "/v1/check-groups",
                  """
                  {"name":"Shop","tags":["a"],"localSetupScript":"x","privateLocations":["cellar"],
                   "alertSettings":{"reminders":{"amount":3,"interval":10}}}""")
              .hasStatus(201)
              .id();

  private JsonNode update(String body) {
    return client.put(path, body).hasStatus(200).matchesContract("updateCheckGroup").json();
  }

  @Test
  void needsNoFieldAndKeepsWhatIsAbsent() {
    JsonNode before = client.get(path).json();
    JsonNode after = update("{}");
    assertThat(after.get("updated_at").isTextual()).isTrue();
    assertThat(((ObjectNode) after).putNull("updated_at")).isEqualTo(before);
  }

  @Test
  void clearsWhatIsNull() {
    JsonNode group =
        update(
            """
            {"localSetupScript":null,"privateLocations":null,"tags":null,"alertSettings":null,
             "useGlobalAlertSettings":null,"runParallel":null,"apiCheckDefaults":null}""");
    assertThat(group.get("localSetupScript").isNull()).isTrue();
    assertThat(group.get("privateLocations").isNull()).isTrue();
    assertThat(group.get("tags")).isEmpty();
    assertThat(group.get("alertSettings").isNull()).isTrue();
    assertThat(group.get("useGlobalAlertSettings").isNull()).isTrue();
    assertThat(group.get("runParallel").isNull()).isTrue();
    assertThat(group.at("/apiCheckDefaults/url").asText()).isEmpty();
  }

  @Test
  void replacesInnerObjectsWholeAndFillsTheirDefaults() {
    JsonNode group = update("{\"alertSettings\":{\"escalationType\":\"TIME_BASED\"}}");
    assertThat(group.at("/alertSettings/reminders/amount").asInt()).isZero();
    assertThat(group.at("/alertSettings/escalationType").asText()).isEqualTo("TIME_BASED");
  }

  @Test
  void namesPrivateLocationsThatTheAccountDoesNotHave() {
    client
        .put(path, "{\"privateLocations\":[\"attic\",\"cellar\",\"roof\"]}")
        .isInvalid("/privateLocations/0", "/privateLocations/2");
    update("{\"privateLocations\":[]}");
    client.delete("/v1/private-locations/" + cellar).hasStatus(204);
    client.put(path, "{\"privateLocations\":[\"cellar\"]}").isInvalid("/privateLocations/0");
    client
        .post("/v2/check-groups", "{\"name\":\"x\",\"privateLocations\":[\"cellar\"]}")
        .isInvalid("/privateLocations/0");
  }

  @Test
  void pausesAndMutesTheGroup() {
    JsonNode group = update("{\"activated\":false,\"muted\":true}");
    assertThat(group.get("activated").asBoolean()).isFalse();
    assertThat(group.get("muted").asBoolean()).isTrue();
    assertThat(group.get("name").asText()).isEqualTo("Shop");
  }

  @Test
  void isFoundByItsNewName() {
    update("{\"name\":\"Store\"}");
    assertThat(client.get("/v1/check-groups?name=Store").json()).hasSize(1);
    assertThat(client.get("/v1/check-groups?name=Shop").json()).isEmpty();
  }

  @Test
  void namesEveryOffendingFieldAtOnce() {
    client
        .put(path, "{\"name\":\"\",\"concurrency\":0,\"muted\":null,\"tags\":[\"\"]}")
        .isInvalid("/name", "/concurrency", "/muted", "/tags/0");
  }

  @Test
  void isForWriteKeysOfTheAccountOnly() {
    Access access = new Access(app, acme);
    access.requireForWriting("PUT", path, "{}");
    access.requireHidden("PUT", path, "{}");
    client.put("/v1/check-groups/999999999999999", "{}").isNotFound();
    client.put("/v1/check-groups/0", "{}").isInvalid("/id");
  }
}
