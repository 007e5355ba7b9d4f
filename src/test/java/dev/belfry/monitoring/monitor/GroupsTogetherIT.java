package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Groups that name channels and private locations share statements. */
class GroupsTogetherIT {
  private static final int WRITES = 60;
  private static final String BODY =
      """
      {"name":"%s","privateLocations":["%s"],"alertChannelSubscriptions":
       [{"alertChannelId":%s,"activated":false}]}""";

  private final TestApp app = TestApp.shared();
  private final List<Tenant> tenants = List.of(app.newTenant(), app.newTenant());
  private final Crowd people = new Crowd(WRITES);

  @AfterEach
  void close() {
    people.close();
  }

  private Tenant tenant(int number) {
    return tenants.get(number % 2);
  }

  /** How many transactions have changed groups, for each action. */
  private Map<String, Integer> transactions() throws SQLException {
    String sql =
        """
        SELECT action, count(DISTINCT xmin::text) FROM audit_entries
        WHERE resource_type = 'check-group' AND account_id IN ('%s', '%s') GROUP BY action"""
            .formatted(tenants.get(0).account(), tenants.get(1).account());
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

  private List<String> actors(Tenant tenant) throws SQLException {
    String sql =
        """
        SELECT DISTINCT actor FROM audit_entries WHERE account_id = '%s'
          AND resource_type IN ('check-group', 'alert-channel-subscription')"""
            .formatted(tenant.account());
    List<String> actors = new ArrayList<>();
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        actors.add(rows.getString(1));
      }
    }
    return actors;
  }

  private String groupWithCheck(int number, String channel) {
    String group =
        app.as(tenant(number))
            .post(
                "/v1/check-groups?autoAssignAlerts=false",
                "{\"name\":\"made\",\"alertChannelSubscriptions\":[%s]}"
                    .formatted(subscription(channel)))
            .hasStatus(201)
            .id();
    app.as(tenant(number))
        .post(
            "/v1/checks/url",
            "{\"name\":\"m\",\"groupId\":%s,\"request\":{\"url\":\"https://e.org\"}}"
                .formatted(group))
        .hasStatus(201);
    return group;
  }

  private static String subscription(String channel) {
    return "{\"alertChannelId\":%s,\"activated\":true}".formatted(channel);
  }

  /** Each fourth names the other account's channel. */
  @Test
  void groupsWithChecksGetOtherSubscriptionsTogether() throws Exception {
    List<String> first = tenants.stream().map(this::channel).toList();
    List<String> second = tenants.stream().map(this::channel).toList();
    List<String> groups = people.all(number -> groupWithCheck(number, first.get(number % 2)));

    people.all(
        number -> {
          boolean refused = number % 4 == 0;
          String channel = second.get((refused ? number + 1 : number) % 2);
          ApiReply put =
              app.as(tenant(number))
                  .put(
                      "/v1/check-groups/" + groups.get(number),
                      """
                      {"name":"put","locations":["eu-west-1"],"alertChannelSubscriptions":[%s]}"""
                          .formatted(subscription(channel)));
          return refused
              ? put.isInvalid("/alertChannelSubscriptions")
              : shows(put.hasStatus(200), "put", channel);
        });

    for (int number = 0; number < WRITES; number++) {
      ApiReply group = app.as(tenant(number)).get("/v1/check-groups/" + groups.get(number));
      boolean refused = number % 4 == 0;
      shows(group, refused ? "made" : "put", (refused ? first : second).get(number % 2));
    }
    assertThat(transactions().get("UPDATE")).isLessThan(WRITES / 2);
    for (Tenant tenant : tenants) {
      assertThat(actors(tenant)).containsExactly("key:" + tenant.keyId());
    }
    assertThat(places("eu-west-1")).isEqualTo(WRITES * 3 / 4);
  }

  private String channel(Tenant tenant) {
    return Written.CHANNEL.made(app.as(tenant), "c");
  }

  private static ApiReply shows(ApiReply group, String name, String channel) {
    assertThat(group.at("/name").asText()).isEqualTo(name);
    assertThat(group.at("/alertChannelSubscriptions")).hasSize(1);
    assertThat(group.at("/alertChannelSubscriptions/0/alertChannelId").asText()).isEqualTo(channel);
    assertThat(group.at("/alertChannelSubscriptions/0/activated").asBoolean()).isTrue();
    return group;
  }

  /** How many checks of the accounts are scheduled at a location. */
  private long places(String location) {
    return app.database()
        .count(
            """
            SELECT count(*) FROM series s JOIN schedules c ON c.series_id = s.id AND c.until_ms IS NULL
            WHERE s.location = '%s' AND s.account_id IN ('%s', '%s')"""
                .formatted(location, tenants.get(0).account(), tenants.get(1).account()));
  }

  /** Of six, one names the other account's channel and one a location that is not there. */
  @Test
  void whatIsRefusedFailsAlone() throws Exception {
    List<String> channels =
        tenants.stream().map(tenant -> Written.CHANNEL.made(app.as(tenant), "c")).toList();
    for (Tenant tenant : tenants) {
      app.as(tenant)
          .post("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}")
          .hasStatus(201);
    }

    List<String> groups =
        people.all(
            number -> {
              int kind = number % 6;
              String channel = channels.get((kind == 0 ? number + 1 : number) % 2);
              String body = BODY.formatted("made", kind == 5 ? "attic" : "cellar", channel);
              ApiReply made = app.as(tenant(number)).post("/v2/check-groups", body);
              switch (kind) {
                case 0 -> made.isInvalid("/alertChannelSubscriptions");
                case 5 -> made.isInvalid("/privateLocations/0");
                default -> made.hasStatus(201);
              }
              return kind == 0 || kind == 5 ? "" : made.id();
            });
    people.all(
        number -> {
          String id = groups.get(number);
          String channel = channels.get(number % 2);
          if (!id.isEmpty()) {
            ApiReply put =
                app.as(tenant(number))
                    .put("/v2/check-groups/" + id, BODY.formatted("put", "cellar", channel))
                    .hasStatus(200);
            assertThat(put.at("/name").asText()).isEqualTo("put");
            assertThat(put.at("/privateLocations/0").asText()).isEqualTo("cellar");
            assertThat(put.at("/alertChannelSubscriptions/0/alertChannelId").asText())
                .isEqualTo(channel);
            assertThat(put.at("/alertChannelSubscriptions/0/activated").asBoolean()).isFalse();
            app.as(tenant(number))
                .put("/v2/check-groups/" + id, BODY.formatted("put", "attic", channel))
                .isInvalid("/privateLocations/0");
          }
          return id;
        });

    assertThat(transactions())
        .hasSize(2)
        .allSatisfy((action, count) -> assertThat(count).as(action).isLessThan(WRITES / 2));
  }
}
