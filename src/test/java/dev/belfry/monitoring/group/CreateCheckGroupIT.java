package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/check-groups}. */
class CreateCheckGroupIT {
  private static final String PATH = "/v1/check-groups";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void imposesTheDefaultsOfTheFirstGeneration() {
    ApiReply reply =
        client.post(PATH, "{\"name\":\"Old\"}").hasStatus(201).matchesContract("createCheckGroup");
    JsonNode group = reply.json();
    assertThat(group.get("useGlobalAlertSettings").asBoolean()).isTrue();
    assertThat(group.at("/alertSettings/escalationType").asText()).isEqualTo("RUN_BASED");
    assertThat(group.get("runParallel").isBoolean()).isTrue();
    assertThat(group.get("doubleCheck").asBoolean()).isTrue();
    assertThat(group.get("retryStrategy").isNull()).isTrue();
    assertThat(group.get("concurrency").asInt()).isEqualTo(10);
  }

  @Test
  void takesTheRetriesOfItsMembersAway() {
    String group = client.post(PATH, "{\"name\":\"Old\"}").id();
    String check =
        client
            .post(
                "/v1/checks/url",
                """
                {"name":"Home","groupId":%s,"retryStrategy":{"type":"FIXED"},
                 "request":{"url":"https://example.com/"}}"""
                    .formatted(group))
            .hasStatus(201)
            .id();
    JsonNode member = client.get(PATH + "/" + group + "/checks/" + check).hasStatus(200).json();
    assertThat(member.get("retryStrategy").isNull()).isTrue();
  }

  @Test
  void readsNullListsAsEmptyOnes() {
    JsonNode group =
        client
            .post(
                PATH,
                """
                {"name":"Nulls","tags":null,"locations":null,"environmentVariables":null,
                 "apiCheckDefaults":{"headers":null,"assertions":null},"alertSettings":
                 {"timeBasedEscalation":{},"sslCertificates":{}},"created_at":"","id":0}""")
            .hasStatus(201)
            .matchesContract("createCheckGroup")
            .json();
    assertThat(group.get("tags")).isEmpty();
    assertThat(group.get("locations")).isEmpty();
    assertThat(group.get("environmentVariables").isArray()).isTrue();
    assertThat(group.at("/apiCheckDefaults/headers").isArray()).isTrue();
  }

  @Test
  void namesEveryOffendingFieldAtOnce() {
    client
        .post(
            PATH,
            """
            {"concurrency":0,"locations":["moon-1"],"runtimeId":"1999.01",
             "retryStrategy":{"type":"SINGLE_RETRY","maxRetries":2},
             "environmentVariables":[{"key":"A","value":"1"},{"key":"A","value":"2"},{"key":"B"}]}""")
        .isInvalid(
            "/name",
            "/concurrency",
            "/locations/0",
            "/runtimeId",
            "/retryStrategy/maxRetries",
            "/environmentVariables/1/key",
            "/environmentVariables/2/value");
  }

  @Test
  void isForWriteKeysOfTheAccountOnly() {
    new Access(app, acme).requireForWriting("POST", PATH, "{\"name\":\"X\"}");
  }
}
