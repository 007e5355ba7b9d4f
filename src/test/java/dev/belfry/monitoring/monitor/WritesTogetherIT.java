package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests of several accounts share statements, and each stays its own. */
class WritesTogetherIT {
  private static final int WRITES = 60;
  private static final String KEY = "Idempotency-Key";

  private final TestApp app = TestApp.shared();
  private final List<Tenant> tenants = List.of(app.newTenant(), app.newTenant());
  private final ApiClient client = app.as(tenants.get(0));
  private final Crowd people = new Crowd(WRITES);

  /** The request that has done something, by what it has done. */
  private final Map<String, String> requests = new ConcurrentHashMap<>();

  @AfterEach
  void close() {
    people.close();
  }

  private <T> List<T> all(IntFunction<T> write) throws Exception {
    return people.all(write);
  }

  private Tenant tenant(int number) {
    return tenants.get(number % tenants.size());
  }

  /** A client of the account whose turn it is, with a request id of its own. */
  private ApiClient client(int number, String request) {
    return app.as(tenant(number)).with("X-Request-Id", request);
  }

  private String did(int number, String what) {
    return tenant(number).account() + " " + what;
  }

  private static String request() {
    return UUID.randomUUID().toString();
  }

  private List<JsonNode> log(Tenant tenant, String query) {
    List<JsonNode> entries = new ArrayList<>();
    String path = "/v1/audit-log?limit=100&resourceType=" + query;
    ApiReply page = app.as(tenant).get(path).hasStatus(200);
    page.at("/entries").forEach(entries::add);
    while (!page.at("/nextId").isNull()) {
      page = app.as(tenant).get(path + "&nextId=" + page.at("/nextId").asText()).hasStatus(200);
      page.at("/entries").forEach(entries::add);
    }
    return entries;
  }

  private void isBy(Tenant tenant, JsonNode entry, String doing) {
    assertThat(entry.at("/actor/id").asText()).as(doing).isEqualTo(tenant.keyId().toString());
    assertThat(entry.at("/actor/requestId").asText())
        .as(doing)
        .isEqualTo(requests.get(tenant.account() + " " + doing));
  }

  /** How many transactions have done something, for each action. */
  private Map<String, Integer> transactions(String type) throws SQLException {
    String sql =
        """
        SELECT action, count(DISTINCT xmin::text) FROM audit_entries
        WHERE resource_type = '%s' AND account_id IN ('%s', '%s') GROUP BY action"""
            .formatted(type, tenants.get(0).account(), tenants.get(1).account());
    Map<String, Integer> counts = new HashMap<>();
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        counts.put(rows.getString(1), rows.getInt(2));
      }
    }
    return counts;
  }

  @ParameterizedTest
  @EnumSource
  void eachHasItsOwnActor(Written kind) throws Exception {
    eachHasItsOwnActor(kind, WRITES, (client, tag) -> client);
  }

  /** If each with a precondition had a transaction of its own, there were more than these. */
  @ParameterizedTest
  @EnumSource
  void twoOfThreeHaveAPrecondition(Written kind) throws Exception {
    AtomicInteger count = new AtomicInteger();
    eachHasItsOwnActor(
        kind,
        WRITES * 2 / 3,
        (client, tag) ->
            count.getAndIncrement() % 3 == 0
                ? client
                : tag == null ? client.with(KEY, request()) : client.with("If-Match", tag));
  }

  /**
   * @param most transactions for each action, exclusive
   * @param precondition adds it to a client; to make something, without the tag of what is there
   */
  private void eachHasItsOwnActor(
      Written kind, int most, BiFunction<ApiClient, @Nullable String, ApiClient> precondition)
      throws Exception {
    List<String> ids =
        all(
            number -> {
              String request = request();
              // The two accounts give the same names.
              String id =
                  kind.made(
                      precondition.apply(client(number, request), null), "made_" + number / 2);
              requests.put(did(number, "CREATE " + id), request);
              return id;
            });
    List<String> tags = all(number -> kind.tag(app.as(tenant(number)), ids.get(number)));
    List<String> changed =
        all(
            number -> {
              String request = request();
              requests.put(did(number, "UPDATE " + ids.get(number)), request);
              ApiClient writer = precondition.apply(client(number, request), tags.get(number));
              return kind.put(writer, ids.get(number), "put_" + number)
                  .hasStatus(200)
                  .header("etag");
            });
    all(
        number -> {
          String request = request();
          requests.put(did(number, "DELETE " + ids.get(number)), request);
          ApiClient writer = precondition.apply(client(number, request), changed.get(number));
          return kind.delete(writer, ids.get(number)).hasStatus(204);
        });

    for (Tenant tenant : tenants) {
      List<JsonNode> entries = log(tenant, kind.type);
      assertThat(entries).hasSize(3 * WRITES / tenants.size());
      for (JsonNode entry : entries) {
        isBy(
            tenant, entry, entry.path("action").asText() + " " + entry.at("/resource/id").asText());
      }
    }
    assertThat(transactions(kind.type))
        .hasSize(3)
        .allSatisfy((action, count) -> assertThat(count).as(action).isLessThan(most));
  }

  @ParameterizedTest
  @EnumSource
  void changesOfOneRowFollowOneAnother(Written kind) throws Exception {
    String id = kind.made(client, "first");

    all(number -> kind.put(client, id, "n" + number).hasStatus(200));
    List<Integer> deleted = all(number -> kind.delete(client, id).status());

    assertThat(deleted).containsOnlyOnce(204).containsOnly(204, 404);
    List<JsonNode> entries = log(tenants.get(0), kind.type + "&action=UPDATE");
    assertThat(entries).hasSize(WRITES);
    for (int i = 1; i < entries.size(); i++) {
      assertThat(Crowd.members(entries.get(i), "to").get(kind.changed))
          .isEqualTo(Crowd.members(entries.get(i - 1), "from").get(kind.changed));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsRefusedFailsAlone(Written kind) throws Exception {
    List<String> ids = new ArrayList<>();
    for (int number = 0; number < WRITES; number++) {
      ids.add(kind.made(client, "made_" + number));
    }

    assertThat(all(number -> kind.put(client(number, "x"), ids.get(number), "n").status()))
        .isEqualTo(people.every(2, 200, 404));
    assertThat(all(number -> kind.delete(client(number, "x"), ids.get(number)).status()))
        .isEqualTo(people.every(2, 204, 404));
  }

  @Test
  void oneOfManyCreationsOfAVariableSucceeds() throws Exception {
    assertThat(all(number -> Written.VARIABLE.post(client, "SAME").status()))
        .containsOnlyOnce(201)
        .containsOnly(201, 409);
  }

  @Test
  void groupsWithChecksAreChangedWithOthers() throws Exception {
    List<String> ids = new ArrayList<>();
    for (int number = 0; number < WRITES; number++) {
      ids.add(Written.GROUP.made(client, "made_" + number));
    }
    for (int number = 0; number < WRITES; number += 10) {
      client
          .post(
              "/v1/checks/url",
              "{\"name\":\"m\",\"groupId\":%s,\"request\":{\"url\":\"https://e.org\"}}"
                  .formatted(ids.get(number)))
          .hasStatus(201);
    }

    assertThat(all(number -> Written.GROUP.put(client, ids.get(number), "renamed").status()))
        .containsOnly(200);
    assertThat(all(number -> Written.GROUP.delete(client, ids.get(number)).status()))
        .isEqualTo(people.every(10, 409, 204));
  }

  /** Ids of groups, channels and subscriptions are the same numbers. */
  @ParameterizedTest
  @EnumSource(names = {"GROUP", "CHANNEL"})
  void subscriptionsHaveTheActorOfWhatTheyBelongTo(Written deleted) throws Exception {
    List<String> channels = new ArrayList<>();
    for (int number = 0; number < WRITES; number++) {
      channels.add(Written.CHANNEL.made(app.as(tenant(number)), "c" + number));
    }
    List<String> groups =
        all(
            number -> {
              String path = "/v1/check-groups?autoAssignAlerts=" + (number < 4);
              String request = request();
              ApiReply made = client(number, request).post(path, "{\"name\":\"g\"}");
              requests.put(did(number, "CREATE of group " + made.hasStatus(201).id()), request);
              return made.id();
            });
    all(
        number -> {
          String request = request();
          // Those of the first groups are there already, and change.
          if (number >= 4) {
            requests.put(did(number, "CREATE of group " + groups.get(number)), request);
          }
          return client(number, request)
              .put(
                  "/v1/alert-channels/" + channels.get(number) + "/subscriptions",
                  "{\"groupId\":%s,\"activated\":false}".formatted(groups.get(number)))
              .hasStatus(200);
        });
    List<String> gone = deleted == Written.GROUP ? groups : channels;
    all(
        number -> {
          String request = request();
          requests.put(did(number, "DELETE of " + gone.get(number)), request);
          return deleted.delete(client(number, request), gone.get(number)).hasStatus(204);
        });

    Map<String, Integer> seen = new HashMap<>();
    for (Tenant tenant : tenants) {
      for (JsonNode entry : log(tenant, "alert-channel-subscription")) {
        String action = entry.path("action").asText();
        Map<String, String> was = Crowd.members(entry, action.equals("DELETE") ? "from" : "to");
        seen.merge(action, 1, Integer::sum);
        switch (action) {
          case "CREATE" -> isBy(tenant, entry, "CREATE of group " + was.get("/groupId"));
          case "DELETE" ->
              isBy(
                  tenant,
                  entry,
                  "DELETE of "
                      + was.get(deleted == Written.GROUP ? "/groupId" : "/alertChannelId"));
          default ->
              assertThat(entry.at("/actor/id").asText()).isEqualTo(tenant.keyId().toString());
        }
      }
    }
    assertThat(seen).containsEntry("UPDATE", 4);
    assertThat(seen.get("CREATE")).isEqualTo(seen.get("DELETE")).isEqualTo(4 * 30 + WRITES - 4);
  }
}
