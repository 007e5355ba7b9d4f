package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Channels that name their subscriptions share statements; each sixth names another's check. */
class ChannelsTogetherIT {
  private static final int WRITES = 60;
  private static final String CHANNELS = "/v1/alert-channels";
  private static final String MADE =
      """
      {"type":"EMAIL","config":{"address":"a@example.org"},"subscriptions":[
       {"checkId":"%s","activated":true},{"groupId":%s,"activated":false}]}""";
  private static final String PUT =
      """
      {"config":{"address":"b@example.org"},"subscriptions":[
       {"checkId":"%s","activated":false},{"checkId":"%s","activated":true}]}""";

  private final TestApp app = TestApp.shared();
  private final List<Tenant> tenants = List.of(app.newTenant(), app.newTenant());
  private final List<String> firstChecks = tenants.stream().map(this::check).toList();
  private final List<String> secondChecks = tenants.stream().map(this::check).toList();
  private final List<String> groups =
      tenants.stream().map(tenant -> Written.GROUP.made(app.as(tenant), "g")).toList();
  private final Crowd people = new Crowd(WRITES);

  @AfterEach
  void close() {
    people.close();
  }

  private String check(Tenant tenant) {
    return app.as(tenant)
        .post("/v1/checks/url", "{\"name\":\"m\",\"request\":{\"url\":\"https://e.org\"}}")
        .hasStatus(201)
        .id();
  }

  private ApiClient client(int number, String request) {
    return app.as(tenants.get(number % 2)).with("X-Request-Id", request);
  }

  private static boolean isRefused(int number) {
    return number % 6 == 0;
  }

  /** A check of the account, or of the other one when the request is to be refused. */
  private static String of(List<String> checks, int number) {
    return checks.get((isRefused(number) ? number + 1 : number) % 2);
  }

  private static List<String> requests() {
    return IntStream.range(0, WRITES).mapToObj(number -> UUID.randomUUID().toString()).toList();
  }

  @Test
  void eachKeepsItsOwnSubscriptionsAndActor() throws Exception {
    List<String> made = requests();
    List<String> ids =
        people.all(
            number -> {
              String body = MADE.formatted(of(firstChecks, number), groups.get(number % 2));
              ApiReply reply = client(number, made.get(number)).post(CHANNELS, body);
              if (isRefused(number)) {
                reply.isInvalid("/subscriptions/0/checkId");
                return "";
              }
              shows(reply.hasStatus(201), firstChecks.get(number % 2), true);
              assertThat(reply.at("/subscriptions/1/groupId").asText())
                  .isEqualTo(groups.get(number % 2));
              assertThat(reply.at("/subscriptions/1/activated").asBoolean()).isFalse();
              return reply.id();
            });
    List<String> put = requests();
    List<String> refused = requests();
    people.all(
        number -> {
          String id = ids.get(number);
          if (id.isEmpty()) {
            return id;
          }
          String first = firstChecks.get(number % 2);
          String second = secondChecks.get(number % 2);
          ApiReply reply =
              client(number, put.get(number))
                  .put(CHANNELS + "/" + id, PUT.formatted(first, second))
                  .hasStatus(200);
          shows(reply, first, false);
          assertThat(reply.at("/subscriptions/1/checkId").asText()).isEqualTo(second);
          client(number, refused.get(number))
              .put(CHANNELS + "/" + id, PUT.formatted(first, secondChecks.get((number + 1) % 2)))
              .isInvalid("/subscriptions/1/checkId");
          assertThat(client(number, "r").get(CHANNELS + "/" + id).json()).isEqualTo(reply.json());
          return id;
        });

    for (int number = 0; number < WRITES; number++) {
      boolean none = isRefused(number);
      assertThat(entries(made.get(number)))
          .isEqualTo(
              none
                  ? Map.of()
                  : Map.of("alert-channel CREATE", 1, "alert-channel-subscription CREATE", 2));
      assertThat(entries(put.get(number)))
          .isEqualTo(
              none
                  ? Map.of()
                  : Map.of(
                      "alert-channel UPDATE", 1,
                      "alert-channel-subscription CREATE", 1,
                      "alert-channel-subscription UPDATE", 1,
                      "alert-channel-subscription DELETE", 1));
      assertThat(entries(refused.get(number))).isEmpty();
    }
    assertThat(transactions(made)).isLessThan(WRITES / 2);
    assertThat(transactions(put)).isLessThan(WRITES / 2);
  }

  private static void shows(ApiReply channel, String check, boolean activated) {
    assertThat(channel.at("/subscriptions")).hasSize(2);
    assertThat(channel.at("/subscriptions/0/id").asLong()).isPositive();
    assertThat(channel.at("/subscriptions/0/checkId").asText()).isEqualTo(check);
    assertThat(channel.at("/subscriptions/0/activated").asBoolean()).isEqualTo(activated);
  }

  /** How many entries of the audit log a request has left, by type and action. */
  private Map<String, Integer> entries(String request) throws SQLException {
    String sql =
        """
        SELECT resource_type || ' ' || action, count(*) FROM audit_entries
        WHERE request_id = ? GROUP BY 1""";
    Map<String, Integer> counts = new HashMap<>();
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, request);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          counts.put(rows.getString(1), rows.getInt(2));
        }
      }
    }
    return counts;
  }

  private int transactions(List<String> requests) throws SQLException {
    String sql = "SELECT count(DISTINCT xmin::text) FROM audit_entries WHERE request_id = ANY (?)";
    try (Connection connection = app.database().jdbc();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, connection.createArrayOf("text", requests.toArray()));
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getInt(1);
      }
    }
  }
}
