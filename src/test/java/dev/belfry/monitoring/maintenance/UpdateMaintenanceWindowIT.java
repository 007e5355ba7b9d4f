package dev.belfry.monitoring.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code PUT /v1/maintenance-windows/{id}}. */
class UpdateMaintenanceWindowIT {
  private static final String PATH = "/v1/maintenance-windows";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String path =
      PATH
          + "/"
          + client
              .post(
                  PATH,
                  """
                  {"name":"w","startsAt":"2026-03-01T01:00:00Z","endsAt":"2026-03-01T03:00:00Z",
                   "repeatUnit":"DAY","repeatInterval":3,"tags":["a"],"timezone":"Asia/Tokyo"}""")
              .hasStatus(201)
              .id();

  private JsonNode update(String body) {
    return client.put(path, body).hasStatus(200).matchesContract("updateMaintenanceWindow").json();
  }

  @Test
  void changesWhatIsNamedAndKeepsTheRest() {
    JsonNode window = update("{\"name\":\"v\",\"endsAt\":\"2026-03-01T04:00:00Z\"}");
    assertThat(window.get("name").asText()).isEqualTo("v");
    assertThat(window.get("endsAt").asText()).isEqualTo("2026-03-01T04:00:00.000Z");
    assertThat(window.get("repeatInterval").asInt()).isEqualTo(3);
    assertThat(window.get("timezone").asText()).isEqualTo("Asia/Tokyo");
    assertThat(window.get("updated_at").isTextual()).isTrue();
    assertThat(client.get(path).json()).isEqualTo(window);
    update("{}");
  }

  @Test
  void keepsTheVisibilityThatItDoesNotName() {
    String service =
        client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").hasStatus(201).id();
    String shown = "{\"enabled\":true,\"serviceIds\":[\"%s\"]}".formatted(service);
    update("{\"statusPageVisibility\":" + shown + "}");
    assertThat(update("{\"name\":\"v\"}").get("statusPageVisibility").toString()).isEqualTo(shown);
    assertThat(update("{\"statusPageVisibility\":null}").get("statusPageVisibility").toString())
        .isEqualTo("{\"enabled\":false,\"serviceIds\":[]}");
  }

  private String service() {
    return client.post("/v1/status-pages/services", "{\"name\":\"Web\"}").hasStatus(201).id();
  }

  @Test
  void losesTheServicesThatAreDeletedAndIsNotShownWithoutThem() {
    List<String> services = List.of(service(), service());
    String visibility = "{\"enabled\":true,\"serviceIds\":[\"%s\"]}";
    update(
        "{\"statusPageVisibility\":" + visibility.formatted(String.join("\",\"", services)) + "}");
    client.delete("/v1/status-pages/services/" + services.get(0)).hasStatus(204);
    JsonNode left = client.get(path).hasStatus(200).json();
    assertThat(left.get("statusPageVisibility").toString())
        .isEqualTo(visibility.formatted(services.get(1)));
    assertThat(update(left.toString()).get("statusPageVisibility"))
        .isEqualTo(left.get("statusPageVisibility"));

    client.delete("/v1/status-pages/services/" + services.get(1)).hasStatus(204);
    String none = "{\"enabled\":false,\"serviceIds\":[]}";
    JsonNode alone = client.get(path).hasStatus(200).json();
    assertThat(alone.get("statusPageVisibility").toString()).isEqualTo(none);
    assertThat(client.get(PATH).at("/0/statusPageVisibility").toString()).isEqualTo(none);
    assertThat(update("{\"name\":\"v\"}").get("statusPageVisibility").toString()).isEqualTo(none);
    assertThat(update(alone.toString()).get("statusPageVisibility").toString()).isEqualTo(none);
  }

  private List<String> times(String window) throws SQLException {
    List<String> times = new ArrayList<>();
    try (Connection connection = app.database().jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT starts_ms || ' ' || ends_ms FROM maintenance_intervals WHERE window_id = "
                    + window
                    + " ORDER BY starts_ms")) {
      while (rows.next()) {
        times.add(rows.getString(1));
      }
    }
    return times;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"v\"}",
        "{\"endsAt\":\"2026-03-01T04:00:00Z\"}",
        "{\"startsAt\":\"2026-03-01T01:30:00Z\"}",
        "{\"repeatInterval\":2,\"pauseAllChecks\":true}",
        "{\"repeatUnit\":\"DAY\"}",
        "{\"repeatUnit\":null}"
      })
  void holdsAsANewWindowWould(String body) throws SQLException {
    update("{\"repeatUnit\":\"WEEK\",\"repeatInterval\":1}");
    JsonNode window = update(body);

    String other = client.post(PATH, window.toString()).hasStatus(201).id();

    assertThat(times(window.get("id").asText())).isEqualTo(times(other));
  }

  @Test
  void stopsRepeatingAndForgetsWhatIsNull() {
    JsonNode window = update("{\"repeatUnit\":null,\"timezone\":null,\"description\":null}");
    for (String unset : new String[] {"repeatUnit", "repeatInterval", "timezone"}) {
      assertThat(window.get(unset).isNull()).as(unset).isTrue();
    }
  }

  @Test
  void refusesWhatTheWholeWouldNotAllow() {
    client.put(path, "{\"startsAt\":\"2026-03-01T03:00:00Z\"}").isInvalid("/endsAt");
    client.put(path, "{\"tags\":[]}").isInvalid("/tags");
    client.put(path, "{\"repeatUnit\":null,\"repeatInterval\":2}").isInvalid("/repeatUnit");
    client.put(path, "{\"name\":\"\",\"timezone\":\"x\"}").isInvalid("/name", "/timezone");
    assertThat(client.get(path).at("/updated_at").isNull()).isTrue();
  }

  @Test
  void isForWritersOfTheAccount() {
    Access access = new Access(app, acme);
    access.requireForWriting("PUT", path, "{\"name\":\"x\"}");
    access.requireHidden("PUT", path, "{\"name\":\"x\"}");
    client.put(PATH + "/9007199254740991", "{}").isNotFound();
  }
}
