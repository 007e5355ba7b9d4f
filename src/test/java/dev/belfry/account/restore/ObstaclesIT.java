package dev.belfry.account.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Everything that can stand in the way of a restoration is named, and nothing is changed. */
class ObstaclesIT {
  private final RestoreFixture fixture = new RestoreFixture();

  @Test
  void whatTheSettingsOfACheckNameIsMissing() {
    String group = fixture.group("Members");
    String service = fixture.service("Web");
    String location =
        fixture.make("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}");
    String check =
        fixture.monitor(
            """
            ,"groupId":%s,"privateLocations":["cellar"],"locations":["eu-central-1"],
            "triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"n","description":"d",
              "notifySubscribers":true}"""
                .formatted(group, service));
    fixture.delete("/v1/checks/" + check);
    fixture.delete("/v1/check-groups/" + group);
    fixture.delete(RestoreFixture.SERVICES + "/" + service);
    fixture.delete("/v1/private-locations/" + location);

    ApiReply refused = fixture.tryToRestore(check, "");
    assertThat(RestoreFixture.obstacles(refused))
        .containsExactly(
            "GROUP_MISSING " + group,
            "PRIVATE_LOCATION_MISSING cellar",
            "SERVICE_MISSING " + service);
    assertThat(refused.at("/message").asText()).contains(group, "cellar", service);
    fixture.client.get("/v1/checks/" + check).isNotFound();

    ApiReply restored = fixture.tryToRestore(check, "?leaveOutMissing=true").hasStatus(200);
    assertThat(restored.at("/leftOut").findValuesAsText("reason"))
        .containsExactly("MISSING", "MISSING", "MISSING");
    ApiReply read = fixture.client.get("/v1/checks/" + check).hasStatus(200);
    assertThat(read.at("/groupId").isNull()).isTrue();
    assertThat(read.at("/privateLocations")).isEmpty();
    assertThat(read.at("/locations/0").asText()).isEqualTo("eu-central-1");
    assertThat(read.at("/triggerIncident").isNull()).isTrue();
  }

  @Test
  void anotherPageHasUrlAndDomain() {
    String service = fixture.service("Web");
    String url = "u" + service;
    String domain = ",\"customDomain\":\"d" + service + ".example.org\"}";
    String body = "{\"name\":\"Acme\",\"cards\":[],\"url\":\"" + url + "\"";
    String page = fixture.make("/v1/status-pages", body + domain);
    fixture.delete("/v1/status-pages/" + page);
    // The page of another account has the url, and one of our own the domain.
    String others = new RestoreFixture().make("/v1/status-pages", body + "}");
    String own =
        fixture.make(
            "/v1/status-pages", "{\"name\":\"B\",\"cards\":[],\"url\":\"" + url + "b\"" + domain);

    ApiReply refused = fixture.tryToRestore(page, "?leaveOutMissing=true");
    assertThat(RestoreFixture.obstacles(refused))
        .containsExactly("DOMAIN_TAKEN d" + service + ".example.org", "URL_TAKEN " + url);
    assertThat(refused.text()).doesNotContain(others);
    assertThat(fixture.entry(page).isObject()).isTrue();
    fixture.delete("/v1/status-pages/" + own);
    assertThat(RestoreFixture.obstacles(fixture.tryToRestore(page, "")))
        .containsExactly("URL_TAKEN " + url);
  }

  @Test
  void aResourceHasTheId() {
    String service = fixture.service("Web");
    fixture.delete(RestoreFixture.SERVICES + "/" + service);
    fixture.sql(
        "INSERT INTO services (id, account_id, name, created_at) VALUES ('%s', '%s', 'New', now())"
            .formatted(service, fixture.tenant.account()));

    assertThat(RestoreFixture.obstacles(fixture.tryToRestore(service, "")))
        .containsExactly("ID_TAKEN " + service);
    assertThat(fixture.client.get(RestoreFixture.SERVICES + "/" + service).at("/name").asText())
        .isEqualTo("New");
  }

  @Test
  void quotasHaveNoRoom() {
    try (TestApp app = TestApp.start(Map.of("BELFRY_QUOTAS", "monitors=1,objectives=1"))) {
      RestoreFixture small = new RestoreFixture(app);
      String check = small.monitor("");
      String objective = "{\"name\":\"Works\",\"target\":99,\"checkId\":\"%s\"}";
      small.make("/v1/objectives", objective.formatted(check));
      small.delete("/v1/checks/" + check);
      String other = small.monitor("");
      small.make("/v1/objectives", objective.formatted(other));

      assertThat(RestoreFixture.obstacles(small.tryToRestore(check, "")))
          .containsExactly("QUOTA_USED_UP monitors", "QUOTA_USED_UP objectives");
      small.client.get("/v1/checks/" + check).isNotFound();
      small.delete("/v1/checks/" + other);
      small.restore(check);
    }
  }

  /** No obstacle: the dependency that would close the circle is left out, and the others return. */
  @Test
  void aCircleIsLeftOut() {
    String gateway = fixture.monitor("");
    String router = fixture.monitor("");
    String check =
        fixture.monitor(
            ",\"dependsOn\":[{\"checkId\":\"%s\"},{\"checkId\":\"%s\"}]"
                .formatted(gateway, router));
    String child = fixture.monitor(",\"dependsOn\":[{\"checkId\":\"%s\"}]".formatted(check));
    fixture.delete("/v1/checks/" + check);
    fixture
        .client
        .put("/v1/checks/url/" + gateway, "{\"dependsOn\":[{\"checkId\":\"" + child + "\"}]}")
        .hasStatus(200);

    ApiReply restored = fixture.restore(check);

    assertThat(restored.at("/leftOut/0/reason").asText()).isEqualTo("CIRCULAR");
    assertThat(restored.at("/leftOut/0/count").asInt()).isOne();
    assertThat(restored.at("/parts/0/type").asText()).isEqualTo("dependency");
    assertThat(restored.at("/parts/0/count").asInt()).isEqualTo(2);
  }

  /** Columns that a later version added take their defaults; those that it dropped are left out. */
  @Test
  void rowsOfAnOlderSchemaReturn() {
    String service = fixture.service("Web");
    String page = fixture.page("u" + service, service);
    fixture.make(
        "/v1/status-pages/" + page + "/subscriptions",
        "{\"type\":\"EMAIL\",\"config\":\"reader@example.org\"}");
    fixture.delete("/v1/status-pages/" + page);
    fixture.sql(
        """
        UPDATE deleted_parts SET content = (content - 'code_attempts' - 'frequency')
          || '{"a_column_that_was_dropped":1}'
        WHERE source = 'status_page_subscriptions' AND owner = 'status-page:%s'"""
            .formatted(page));

    fixture.restore(page);

    assertThat(
            fixture.value(
                "SELECT frequency || code_attempts FROM status_page_subscriptions WHERE page_id = '%s'"
                    .formatted(page)))
        .isEqualTo("IMMEDIATE0");
  }

  /** The service is gone for good: the page shows fewer, and the answer says so. */
  @Test
  void pagesAndIncidentsReturnWithoutServicesThatAreGone() {
    String service = fixture.service("Web");
    String page = fixture.page("u" + service, service);
    String incident =
        fixture.make(
            RestoreFixture.INCIDENTS,
            """
            {"name":"Down","severity":"MAJOR","services":[{"id":"%s"}],
             "incidentUpdates":[{"description":"Looking"}]}"""
                .formatted(service));
    fixture.delete("/v1/status-pages/" + page);
    fixture.delete(RestoreFixture.INCIDENTS + "/" + incident);
    fixture.delete(RestoreFixture.SERVICES + "/" + service);

    for (String one : new String[] {page, incident}) {
      ApiReply restored = fixture.restore(one);
      assertThat(restored.at("/leftOut/0/reason").asText()).isEqualTo("OTHER_DELETED");
      assertThat(restored.at("/leftOut/0/missing/id").asText()).isEqualTo(service);
    }
    assertThat(fixture.client.get("/v1/status-pages/" + page).at("/cards/0/services")).isEmpty();
    fixture.restore(service);
    assertThat(fixture.client.get("/v1/status-pages/" + page).at("/cards/0/services/0/id").asText())
        .isEqualTo(service);
    assertThat(
            fixture
                .client
                .get(RestoreFixture.INCIDENTS + "/" + incident)
                .at("/services/0/id")
                .asText())
        .isEqualTo(service);
  }
}
