package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a configuration no longer has, the Go SDK leaves out of an update (ADR 52). */
class GoSdkRemovalIT {
  private static final String CHANNEL = "{channel}";
  private static final String SUBSCRIBED =
      "[{\"alertChannelId\":" + CHANNEL + ",\"activated\":true}]";
  private static final Map<String, String> BODIES =
      Map.of(
          "/v1/checks/url", "{\"request\":{\"url\":\"http://127.0.0.1:1\"}}",
          "/v1/checks/api", "{\"request\":{\"url\":\"http://127.0.0.1:1\"}}",
          "/v1/checks/tcp", "{\"request\":{\"hostname\":\"127.0.0.1\",\"port\":1}}",
          "/v1/checks/dns", "{\"request\":{\"recordType\":\"A\",\"query\":\"example.org\"}}",
          "/v1/checks/ssl", "{\"request\":{\"sslConfig\":{\"hostname\":\"127.0.0.1\"}}}",
          "/v1/checks/heartbeat",
              "{\"heartbeat\":{\"period\":1,\"periodUnit\":\"hours\",\"grace\":5,"
                  + "\"graceUnit\":\"minutes\"}}",
          "/v1/check-groups", "{}",
          "/v2/check-groups", "{}",
          "/v1/maintenance-windows",
              "{\"startsAt\":\"2030-01-05T01:00:00.000Z\",\"endsAt\":\"2030-01-05T03:00:00.000Z\","
                  + "\"tags\":[\"a\"]}");

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient people = app.as(acme);

  static Stream<Arguments> removals() {
    Stream.Builder<Arguments> all = Stream.builder();
    for (String type : new String[] {"url", "api", "tcp", "dns", "ssl"}) {
      String path = "/v1/checks/" + type;
      all.add(Arguments.of(path, "tags", "[\"a\"]", "[]"));
      all.add(Arguments.of(path, "groupOrder", "3", "null"));
      all.add(Arguments.of(path, "alertChannelSubscriptions", SUBSCRIBED, "[]"));
    }
    all.add(Arguments.of("/v1/checks/heartbeat", "tags", "[\"a\"]", "[]"));
    all.add(Arguments.of("/v1/checks/heartbeat", "alertChannelSubscriptions", SUBSCRIBED, "[]"));
    all.add(Arguments.of("/v1/check-groups", "alertChannelSubscriptions", SUBSCRIBED, "[]"));
    all.add(Arguments.of("/v1/check-groups", "setupSnippetId", "4", "null"));
    all.add(Arguments.of("/v1/check-groups", "tearDownSnippetId", "4", "null"));
    all.add(Arguments.of("/v1/check-groups", "localSetupScript", "\"a\"", "null"));
    all.add(Arguments.of("/v1/check-groups", "localTearDownScript", "\"a\"", "null"));
    all.add(Arguments.of("/v2/check-groups", "alertChannelSubscriptions", SUBSCRIBED, "[]"));
    all.add(Arguments.of("/v1/maintenance-windows", "repeatUnit", "\"WEEK\"", "null"));
    return all.build();
  }

  @ParameterizedTest
  @MethodSource("removals")
  void whatIsRemovedIsRemoved(String path, String member, String value, String unset) {
    String sent = value.replace(CHANNEL, channel());
    String id = people.post(alone(path), body(path, member, sent)).hasStatus(201).id();
    assertThat(put(people, path, id).path(member)).as("kept for others").isEqualTo(json(sent));
    for (String source : new String[] {"go-sdk", "TF", "PULUMI"}) {
      people.put(path + "/" + id, body(path, member, sent)).hasStatus(200);
      assertThat(put(people.with("x-checkly-source", source), path, id).path(member))
          .as(source)
          .isEqualTo(json(unset));
    }
  }

  @Test
  void windowStopsToRepeat() {
    String path = "/v1/maintenance-windows";
    ObjectNode body = JsonText.parse(body(path, "repeatUnit", "\"DAY\""));
    body.put("repeatInterval", 2).put("repeatEndsAt", "2031-01-05T00:00:00.000Z");
    String id = people.post(path, body.toString()).hasStatus(201).id();
    body.remove("repeatEndsAt");
    ApiClient sdk = people.with("x-checkly-source", "TF");
    JsonNode endless = sdk.put(path + "/" + id, body.toString()).hasStatus(200).json();
    assertThat(endless.path("repeatEndsAt").isNull()).isTrue();
    assertThat(endless.path("repeatInterval").asInt()).isEqualTo(2);
    body.remove("repeatInterval");
    JsonNode daily = sdk.put(path + "/" + id, body.toString()).hasStatus(200).json();
    assertThat(daily.path("repeatInterval").asInt()).isEqualTo(1);
    body.remove("repeatUnit");
    JsonNode once = sdk.put(path + "/" + id, body.toString()).hasStatus(200).json();
    assertThat(once.path("repeatUnit").isNull()).isTrue();
    assertThat(once.path("repeatInterval").isNull()).isTrue();
  }

  @Test
  void windowWithoutTagsIsRefusedInWordsOfTheProvider() {
    String path = "/v1/maintenance-windows";
    String id = people.post(path, body(path, "name", "\"w\"")).hasStatus(201).id();
    ObjectNode untagged = JsonText.parse(body(path, "name", "\"w\""));
    untagged.remove("tags");
    ApiClient sdk = people.with("x-checkly-source", "TF");
    ApiReply created = sdk.post(path, untagged.toString()).hasStatus(400);
    ApiReply updated = sdk.put(path + "/" + id, untagged.toString()).hasStatus(400);
    for (ApiReply refused : new ApiReply[] {created, updated}) {
      assertThat(refused.text()).contains("must name a tag of the checks that the window concerns");
    }
    assertThat(people.get(path + "/" + id).at("/tags")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/checks/url", "/v1/checks/heartbeat"})
  void newCheckHasTheSubscriptionsThatAreSentAndNoOthers(String path) {
    people
        .post(
            "/v1/alert-channels",
            "{\"type\":\"EMAIL\",\"config\":{\"address\":\"b@e.org\"},\"autoSubscribe\":true}")
        .hasStatus(201);
    String plain = body(path, "name", "\"x\"");
    String subscriptions = "/alertChannelSubscriptions";
    assertThat(people.post(alone(path), plain).hasStatus(201).at(subscriptions)).hasSize(1);
    ApiClient sdk = people.with("x-checkly-source", "go-sdk");
    assertThat(sdk.post(alone(path), plain).hasStatus(201).at(subscriptions)).isEmpty();
    String named = body(path, "alertChannelSubscriptions", SUBSCRIBED.replace(CHANNEL, channel()));
    assertThat(people.post(alone(path), named).hasStatus(201).at(subscriptions)).hasSize(1);
  }

  @Test
  void whatTheSdkDoesNotKnowStays() {
    String path = "/v1/checks/heartbeat";
    String group = people.post("/v2/check-groups", "{\"name\":\"g\"}").hasStatus(201).id();
    String id = people.post(alone(path), body(path, "groupId", group)).hasStatus(201).id();
    JsonNode after = put(people.with("x-checkly-source", "TF"), path, id);
    assertThat(after.path("groupId").asText()).isEqualTo(group);
  }

  @Test
  void theCommandLineKeepsWhatItLeavesOut() {
    String path = "/v1/checks/url";
    String id = people.post(alone(path), body(path, "tags", "[\"a\"]")).hasStatus(201).id();
    JsonNode after = put(people.with("x-checkly-source", "CLI"), path, id);
    assertThat(after.path("tags")).hasSize(1);
  }

  private String channel() {
    return people
        .post("/v1/alert-channels", "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}}")
        .hasStatus(201)
        .id();
  }

  private static JsonNode put(ApiClient client, String path, String id) {
    String query = path.contains("maintenance") ? "" : "?autoAssignAlerts=false";
    String name = least(path).toString();
    return client.put(path + "/" + id + query, name).hasStatus(200).json();
  }

  private static String alone(String path) {
    return path.contains("maintenance") ? path : path + "?autoAssignAlerts=false";
  }

  private static String body(String path, String member, String value) {
    ObjectNode body = least(path);
    body.set(member, json(value));
    return body.toString();
  }

  private static ObjectNode least(String path) {
    return JsonText.parse(BODIES.getOrDefault(path, "{}")).put("name", "x");
  }

  private static JsonNode json(String text) {
    return JsonText.parse("{\"v\":" + text + "}").get("v");
  }
}
