package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
