package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** {@code GET /status/{url}/api/v2/…}, document by document. */
class StatuspageApiIT {
  private final SiteFixture stage = new SiteFixture();

  private JsonNode read(String document) {
    return stage.read("/api/v2/" + document + ".json").hasStatus(200).json();
  }

  private void window(String name, Instant starts, Instant ends) {
    stage
        .owner
        .post(
            "/v1/maintenance-windows",
            """
            {"name":"%s","startsAt":"%s","endsAt":"%s","tags":["x"],
             "statusPageVisibility":{"enabled":true,"serviceIds":["%s"]}}"""
                .formatted(name, starts, ends, stage.web))
        .hasStatus(201);
    stage.shows("/api/v2/scheduled-maintenances.json", name);
  }

  @Test
  void statusSaysHowBadItIs() {
    assertThat(read("status").path("status").toString())
        .isEqualTo("{\"indicator\":\"none\",\"description\":\"All Systems Operational\"}");
    String minor = stage.incident("a", "MINOR", null);
    stage.shows("/api/v2/status.json", "\"minor\"");
    stage.incident("b", "CRITICAL", null);
    stage.shows("/api/v2/status.json", "\"critical\"");
    JsonNode page = read("status").path("page");
    assertThat(page.path("id").asText()).isEqualTo(stage.page);
    assertThat(page.path("name").asText()).isEqualTo("Acme & Söhne");
    assertThat(page.path("url").asText()).endsWith(stage.site(""));
    assertThat(page.path("time_zone").asText()).isEqualTo("Etc/UTC");
    Instant told = Instant.parse(page.path("updated_at").asText());
    stage.update(minor, "RESOLVED", "Over");
    stage.shows("/api/v2/incidents.json", "Over");
    assertThat(Instant.parse(read("status").at("/page/updated_at").asText())).isAfter(told);
  }

  @Test
  void anIncidentHasItsNewestUpdatesAndTheFirst() throws SQLException {
    String incident = stage.incident("Long", "MINOR", null);
    try (Connection connection = stage.app.database().jdbc();
        PreparedStatement many =
            connection.prepareStatement(
                """
                INSERT INTO incident_updates (id, account_id, incident_id, description, status,
                    public_date, notify_subscribers, created_at)
                SELECT gen_random_uuid(), i.account_id, i.id, 'Later ' || n, 'IDENTIFIED',
                    now() + (n - 200) * interval '1 second' + interval '1 hour'
                      * CASE WHEN n > 150 THEN 1 ELSE 0 END, false, now()
                FROM incidents i CROSS JOIN generate_series(1, 160) AS n WHERE i.id = ?::uuid""")) {
      many.setString(1, incident);
      assertThat(many.executeUpdate()).isEqualTo(160);
    }
    stage.shows("/api/v2/incidents.json", "Later 150");
    JsonNode updates = read("incidents").at("/incidents/0/incident_updates");
    assertThat(updates.size()).isEqualTo(101);
    assertThat(updates.at("/0/body").asText()).isEqualTo("We are looking");
    assertThat(updates.at("/1/body").asText()).isEqualTo("Later 150");
    assertThat(updates.at("/100/body").asText()).isEqualTo("Later 1");
    assertThat(updates.toString()).doesNotContain("Later 151");
    stage.shows("/incidents/" + incident, "Not shown here: 50 updates between the last two.");
  }

  @Test
  void componentsAreCardsAndTheirServices() {
    String mail = stage.service("Mail");
    stage
        .owner
        .put(
            "/v1/status-pages/" + stage.page,
            """
            {"name":"Acme","url":"%s","cards":[
             {"name":"Shop","services":[{"id":"%s"},{"id":"%s"}]},
             {"name":"All","services":[{"id":"%s"}]}]}"""
                .formatted(stage.url, stage.web, mail, mail))
        .hasStatus(200);
    stage.shows("/api/v2/components.json", "\"All\"");
    JsonNode components = read("components").path("components");
    assertThat(components.findValuesAsText("name"))
        .containsExactly("Shop", "Web shop", "Mail", "All");
    JsonNode shop = components.get(0);
    assertThat(shop.path("group").asBoolean()).isTrue();
    assertThat(shop.path("group_id").isNull()).isTrue();
    assertThat(shop.path("components").toString())
        .isEqualTo("[\"%s\",\"%s\"]".formatted(stage.web, mail));
    JsonNode second = components.get(2);
    assertThat(second.path("group").asBoolean()).isFalse();
    assertThat(second.path("group_id")).isEqualTo(shop.path("id"));
    assertThat(second.path("position").asInt()).isEqualTo(2);
    assertThat(second.path("status").asText()).isEqualTo("operational");
    assertThat(components.get(3).path("components").toString()).contains(mail);
    assertThat(components.get(3).path("position").asInt()).isEqualTo(2);
  }

  @Test
  void incidentsSayWhatWasSaidAndWhatItChanged() {
    String id = stage.incident("Payments fail", "MAJOR", null);
    stage.update(id, "MONITORING", "Better");
    stage.update(id, "RESOLVED", "A cable was loose");
    stage.shows("/api/v2/incidents.json", "A cable was loose");
    JsonNode incident = read("incidents").at("/incidents/0");
    assertThat(incident.path("id").asText()).isEqualTo(id);
    assertThat(incident.path("status").asText()).isEqualTo("resolved");
    assertThat(incident.path("impact").asText()).isEqualTo("major");
    assertThat(incident.path("shortlink").asText()).endsWith(stage.site("/incidents/" + id));
    JsonNode updates = incident.path("incident_updates");
    assertThat(updates.findValuesAsText("status"))
        .containsExactly("resolved", "monitoring", "investigating");
    assertThat(updates.findValuesAsText("new_status"))
        .containsExactly("operational", "partial_outage", "partial_outage");
    assertThat(updates.findValuesAsText("old_status"))
        .containsExactly("partial_outage", "partial_outage", "operational");
    assertThat(updates.at("/0/affected_components/0/name").asText()).isEqualTo("Shop - Web shop");
    assertThat(incident.path("started_at")).isEqualTo(updates.at("/2/display_at"));
    assertThat(incident.path("monitoring_at")).isEqualTo(updates.at("/1/display_at"));
    assertThat(incident.path("resolved_at")).isEqualTo(updates.at("/0/display_at"));
    assertThat(incident.at("/components/0/id").asText()).isEqualTo(stage.web);
  }

  @Test
  void incidentsAreTheNewestFifty() {
    for (int i = 0; i < 51; i++) {
      stage.incident("Incident " + i + ".", "MINOR", "2026-01-01T00:%02d:00Z".formatted(i));
    }
    stage.shows("/api/v2/incidents.json", "Incident 50.");
    assertThat(read("incidents").path("incidents")).hasSize(50);
    assertThat(read("incidents").at("/incidents/49/name").asText()).isEqualTo("Incident 1.");
    assertThat(read("incidents/unresolved").path("incidents")).hasSize(51);
  }

  @Test
  void unresolvedLeavesOutWhatIsOver() {
    stage.update(stage.incident("Over", "MAJOR", null), "RESOLVED", "Done");
    stage.incident("Open", "MINOR", null);
    stage.shows("/api/v2/incidents/unresolved.json", "Open");
    assertThat(read("incidents/unresolved").findValuesAsText("name")).doesNotContain("Over");
    JsonNode summary = read("summary");
    assertThat(summary.path("incidents")).hasSize(1);
    assertThat(summary.at("/components/1/status").asText()).isEqualTo("degraded_performance");
    assertThat(summary.at("/status/indicator").asText()).isEqualTo("minor");
  }

  @Test
  void maintenanceIsToComeUnderWayOrOver() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MINUTES);
    window("Later", now.plus(3, ChronoUnit.DAYS), now.plus(4, ChronoUnit.DAYS));
    JsonNode later = read("scheduled-maintenances/upcoming").at("/scheduled_maintenances/0");
    assertThat(later.path("status").asText()).isEqualTo("scheduled");
    assertThat(later.path("impact").asText()).isEqualTo("maintenance");
    assertThat(Instant.parse(later.path("scheduled_for").asText()))
        .isEqualTo(now.plus(3, ChronoUnit.DAYS));
    assertThat(later.at("/incident_updates/0/body").asText()).isEqualTo("Later");
    assertThat(read("scheduled-maintenances/active").path("scheduled_maintenances")).isEmpty();

    window("Present", now.minus(1, ChronoUnit.HOURS), now.plus(1, ChronoUnit.HOURS));
    JsonNode present = read("scheduled-maintenances/active").at("/scheduled_maintenances/0");
    assertThat(present.path("name").asText()).isEqualTo("Present");
    assertThat(present.path("status").asText()).isEqualTo("in_progress");
    assertThat(present.findValuesAsText("new_status")).containsExactly("under_maintenance");
    assertThat(read("scheduled-maintenances").path("scheduled_maintenances")).hasSize(2);
    JsonNode summary = read("summary");
    assertThat(summary.path("scheduled_maintenances")).hasSize(2);
    assertThat(summary.at("/status/indicator").asText()).isEqualTo("maintenance");
    assertThat(read("scheduled-maintenances/upcoming").at("/scheduled_maintenances/0/id"))
        .isEqualTo(later.path("id"));

    Instant began = now.minus(20, ChronoUnit.DAYS);
    window("Past", began, began.plus(2, ChronoUnit.HOURS));
    JsonNode all = read("scheduled-maintenances").path("scheduled_maintenances");
    assertThat(all.findValuesAsText("name")).contains("Later", "Present", "Past");
    JsonNode past = all.get(2);
    stage.read("/api/v2/scheduled-maintenances.json").matchesContract("showStatusMaintenances");
    assertThat(past.path("status").asText()).isEqualTo("completed");
    assertThat(Instant.parse(past.path("resolved_at").asText()))
        .isEqualTo(began.plus(2, ChronoUnit.HOURS));
    assertThat(past.at("/incident_updates/0/status").asText()).isEqualTo("completed");
    assertThat(past.findValuesAsText("old_status")).containsExactly("under_maintenance");
    assertThat(past.findValuesAsText("new_status")).containsExactly("operational");
    assertThat(read("summary").path("scheduled_maintenances")).hasSize(2);

    String link = past.path("shortlink").asText();
    String month = link.substring(link.indexOf("/history/"), link.indexOf('#'));
    assertThat(stage.read(month).text())
        .contains("id=\"" + link.substring(link.indexOf('#') + 1) + "\"", "Past", "Completed");
    assertThat(stage.read("").text()).doesNotContain(">Past<");
  }
}
