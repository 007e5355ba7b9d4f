package dev.belfry.account.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.CheckType;
import dev.belfry.testing.CheckSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * A resource of each kind that is deleted and restored answers every GET byte for byte as before,
 * except for the order in which the same subscriptions may be listed, which is by id and stays.
 */
class DeleteThenRestoreIT {
  private final RestoreFixture fixture = new RestoreFixture();

  private Map<String, String> answers(List<String> paths) {
    Map<String, String> answers = new TreeMap<>();
    paths.forEach(path -> answers.put(path, fixture.client.get(path).hasStatus(200).text()));
    return answers;
  }

  /** The stored rows of the account, secrets as they are sealed. */
  private Map<String, String> rows() {
    Map<String, String> rows = new TreeMap<>();
    for (String table :
        List.of(
            "checks",
            "check_groups",
            "alert_channels",
            "alert_channel_subscriptions",
            "dependencies",
            "run_triggers",
            "objectives",
            "status_pages",
            "status_page_cards",
            "status_page_services",
            "status_page_keys",
            "status_page_subscriptions",
            "services",
            "incidents",
            "incident_services",
            "incident_updates",
            "maintenance_windows",
            "on_call_schedules",
            "teams")) {
      rows.put(
          table,
          fixture.value(
              "SELECT jsonb_agg(to_jsonb(t) ORDER BY to_jsonb(t)::text) FROM %s t WHERE account_id = '%s'"
                  .formatted(table, fixture.tenant.account())));
    }
    return rows;
  }

  private void staysTheSame(List<String> paths, String path, String id) {
    Map<String, String> answers = answers(paths);
    Map<String, String> rows = rows();
    fixture.delete(path + id);
    assertThat(rows()).isNotEqualTo(rows);

    fixture.restore(id);

    assertThat(answers(paths)).isEqualTo(answers);
    assertThat(rows()).isEqualTo(rows);
    assertThat(fixture.entries()).noneMatch(one -> one.at("/resource/id").asText().equals(id));
  }

  @Test
  void everyKindIsAsBefore() {
    Setting setting = new Setting();
    staysTheSame(setting.paths, "/v1/checks/", setting.check);
    staysTheSame(setting.paths, "/v1/alert-channels/", setting.channel);
    staysTheSame(setting.paths, "/v1/status-pages/", setting.page);
    staysTheSame(setting.paths, "/v1/status-pages/incidents/", setting.incident);
    staysTheSame(setting.paths, "/v1/check-groups/", setting.lonely);
    staysTheSame(setting.paths, "/v1/maintenance-windows/", setting.window);
    staysTheSame(setting.paths, "/v1/teams/", setting.team);
    staysTheSame(setting.paths, "/v1/on-call-schedules/", setting.schedule);
    // The check no longer opens incidents on a service that was deleted once.
    fixture.client.put("/v1/checks/url/" + setting.check, "{\"triggerIncident\":null}");
    staysTheSame(
        setting.paths.stream().filter(path -> !path.endsWith(setting.check)).toList(),
        "/v1/status-pages/services/",
        setting.service);
  }

  /** Checks of every type return, and those with a schedule have one again. */
  @Test
  void checksOfEveryTypeReturn() {
    for (CheckType type : CheckSamples.types().toList()) {
      String id = fixture.make(CheckSamples.path(type), CheckSamples.body(type, "Typed"));
      staysTheSame(List.of("/v1/checks/" + id), "/v1/checks/", id);
      assertThat(fixture.value("SELECT count(*) > 0 FROM series WHERE check_id = '" + id + "'"))
          .as(type.name())
          .isEqualTo("t");
    }
  }

  /** All is deleted, and restored in the order in which nothing stands in the way. */
  @Test
  void everythingReturnsInWhateverOrderThePartsMeet() {
    Setting setting = new Setting();
    Map<String, String> answers = answers(setting.paths);
    Map<String, String> rows = rows();
    List<Supplier<String>> order = new ArrayList<>();
    fixture.delete("/v1/status-pages/incidents/" + setting.incident);
    fixture.delete("/v1/status-pages/" + setting.page);
    fixture.delete("/v1/checks/" + setting.check);
    fixture.delete("/v1/checks/" + setting.gateway);
    fixture.delete("/v1/check-groups/" + setting.group);
    fixture.delete("/v1/check-groups/" + setting.lonely);
    fixture.delete("/v1/alert-channels/" + setting.channel);
    fixture.delete("/v1/status-pages/services/" + setting.service);
    order.add(() -> setting.page);
    order.add(() -> setting.incident);
    order.add(() -> setting.channel);
    order.add(() -> setting.service);
    order.add(() -> setting.lonely);
    order.add(() -> setting.group);
    order.add(() -> setting.check);
    order.add(() -> setting.gateway);

    order.forEach(one -> fixture.restore(one.get()));

    assertThat(answers(setting.paths)).isEqualTo(answers);
    assertThat(rows()).isEqualTo(rows);
    assertThat(fixture.entries()).isEmpty();
    assertThat(
            fixture.value(
                "SELECT count(*) FROM deleted_parts WHERE account_id = '%s'"
                    .formatted(fixture.tenant.account())))
        .isEqualTo("0");
  }

  /** One of each kind, with everything that can belong to it. */
  private final class Setting {
    final String channel = fixture.channel(",\"sendRecovery\":false");
    final String service = fixture.service("Web");
    final String group = fixture.group("Members");
    final String lonely = fixture.group("Lonely");
    final String gateway = fixture.monitor(",\"tags\":[\"gateway\"]");
    final String check =
        fixture.monitor(
            """
            ,"groupId":%s,"dependsOn":[{"checkId":"%s"},{"groupId":%s}],
            "environmentVariables":[{"key":"TOKEN","value":"open-sesame","secret":true}],
            "alertChannelSubscriptions":[{"alertChannelId":%s,"activated":false}],
            "triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"n","description":"d",
              "notifySubscribers":true}"""
                .formatted(group, gateway, lonely, channel, service));
    final String page = fixture.page("p" + service, service);
    final String team = fixture.make("/v1/teams", "{\"name\":\"Night\"}");
    final String schedule =
        fixture.make(
            "/v1/on-call-schedules",
            "{\"name\":\"Nights\",\"url\":\"http://127.0.0.1:9/capability\"}");
    final String window =
        fixture.make(
            "/v1/maintenance-windows",
            """
            {"name":"Move","startsAt":"2030-01-01T00:00:00Z","endsAt":"2030-01-01T01:00:00Z",
             "repeatUnit":"WEEK","repeatInterval":2,"tags":["gateway"]}""");
    final String incident =
        fixture.make(
            RestoreFixture.INCIDENTS,
            """
            {"name":"Down","severity":"MAJOR","services":[{"id":"%s"}],
             "incidentUpdates":[{"description":"Looking"}]}"""
                .formatted(service));
    final List<String> paths = new ArrayList<>();

    Setting() {
      for (String subject : List.of("\"checkId\":\"" + check + "\"", "\"groupId\":" + lonely)) {
        fixture.make("/v1/objectives", "{\"name\":\"Works\",\"target\":99.90," + subject + "}");
      }
      fixture
          .client
          .put(
              "/v1/alert-channels/" + channel + "/subscriptions",
              "{\"groupId\":" + lonely + ",\"activated\":true}")
          .hasStatus(200);
      fixture.client.send("POST", "/v1/triggers/checks/" + check, null).hasStatus(201);
      fixture.client.send("POST", "/v1/triggers/check-groups/" + lonely, null).hasStatus(201);
      fixture.make(
          "/v1/status-pages/" + page + "/subscriptions",
          "{\"type\":\"EMAIL\",\"config\":\"reader@example.org\"}");
      fixture.make("/v1/status-pages/" + page + "/keys", "{\"name\":\"Press\"}");
      fixture.make(
          RestoreFixture.INCIDENTS + "/" + incident + "/incident-updates",
          "{\"description\":\"More\",\"status\":\"MONITORING\"}");
      paths.addAll(
          List.of(
              "/v1/checks/" + check,
              "/v1/checks/" + gateway,
              "/v1/triggers/checks/" + check,
              "/v1/check-groups/" + group,
              "/v1/check-groups/" + lonely,
              "/v1/triggers/check-groups/" + lonely,
              "/v1/objectives",
              "/v1/alert-channels/" + channel,
              RestoreFixture.SERVICES + "/" + service,
              "/v1/status-pages/" + page,
              "/v1/maintenance-windows/" + window,
              "/v1/teams/" + team,
              "/v1/status-pages/" + page + "/subscriptions",
              RestoreFixture.INCIDENTS + "/" + incident));
    }
  }
}
