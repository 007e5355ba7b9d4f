package dev.belfry.monitoring.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/maintenance-windows}. */
class CreateMaintenanceWindowIT {
  private static final String PATH = "/v1/maintenance-windows";
  private static final String MINIMAL =
      "{\"name\":\"w\",\"startsAt\":\"2026-03-01T02:00:00+01:00\",\"endsAt\":"
          + "\"2026-03-01T03:00:00.000Z\",\"tags\":[\"a\"]}";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void fillsInTheDefaults() {
    JsonNode window =
        client.post(PATH, MINIMAL).hasStatus(201).matchesContract("createMaintenanceWindow").json();
    assertThat(window.get("id").isIntegralNumber()).isTrue();
    assertThat(window.get("startsAt").asText()).isEqualTo("2026-03-01T01:00:00.000Z");
    for (String unset :
        new String[] {
          "description", "repeatUnit", "repeatInterval", "repeatEndsAt", "timezone", "updated_at"
        }) {
      assertThat(window.get(unset).isNull()).as(unset).isTrue();
    }
    assertThat(window.get("pauseAllChecks").booleanValue()).isFalse();
    assertThat(window.get("silenceAllAlerts").booleanValue()).isFalse();
    assertThat(window.get("silenceAlertsTags")).isEmpty();
    assertThat(client.get(PATH + "/" + window.get("id")).json()).isEqualTo(window);
  }

  @Test
  void takesEverythingAClientSends() {
    JsonNode window =
        client
            .post(
                PATH,
                """
                {"id":0,"name":"Backup","description":"d","startsAt":"2026-03-01T01:00:00Z",
                 "endsAt":"2026-03-01T03:00:00Z","repeatUnit":"MONTH","repeatInterval":2,
                 "repeatEndsAt":"2027-03-01T01:00:00Z","timezone":"Europe/Berlin",
                 "tags":["a","b","a"],"pauseAllChecks":true,"silenceAllAlerts":true,
                 "silenceAlertsTags":["c"],"statusPageVisibility":{"enabled":false},
                 "created_at":""}""")
            .hasStatus(201)
            .matchesContract("createMaintenanceWindow")
            .json();
    assertThat(window.get("repeatInterval").asInt()).isEqualTo(2);
    assertThat(window.get("repeatEndsAt").asText()).isEqualTo("2027-03-01T01:00:00.000Z");
    assertThat(window.get("timezone").asText()).isEqualTo("Europe/Berlin");
    assertThat(window.get("tags")).hasSize(2);
    assertThat(window.get("description").asText()).isEqualTo("d");
  }

  @Test
  void namesEveryOffendingField() {
    client
        .post(PATH, "{\"repeatUnit\":\"YEAR\",\"timezone\":\"Nowhere\",\"repeatInterval\":-1}")
        .isInvalid("/name", "/startsAt", "/endsAt", "/repeatUnit", "/repeatInterval", "/timezone");
    client.post(PATH, MINIMAL.replace("[\"a\"]", "[]")).isInvalid("/tags");
    client.post(PATH, MINIMAL.replace("03:00:00.000Z", "01:00:00.000Z")).isInvalid("/endsAt");
  }

  @Test
  void isForWriteKeysOfTheAccountOnly() {
    new Access(app, acme).requireForWriting("POST", PATH, MINIMAL);
  }
}
