package dev.belfry.account.audit;

import static dev.belfry.account.audit.AuditFixture.LOG;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.Access;
import dev.belfry.testing.ApiReply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/audit-log}. */
class ListAuditLogIT {
  private final AuditFixture stage = new AuditFixture();

  private static List<String> ids(List<JsonNode> entries) {
    return entries.stream().map(entry -> entry.path("id").asText()).toList();
  }

  @Test
  void saysWhoChangedWhatFromWhatToWhat() {
    String monitor = stage.monitor("Home");
    String request = AuditFixture.requestId();
    ApiReply changed =
        stage
            .request(request)
            .put(
                "/v1/checks/url/" + monitor,
                """
                {"name":"Start page","frequency":5,
                 "alertSettings":{"reminders":{"amount":2,"interval":10}}}""")
            .hasStatus(200);
    assertThat(changed.header("x-request-id")).isEqualTo(request);

    JsonNode entry = stage.newest(monitor);
    assertThat(entry.path("action").asText()).isEqualTo("UPDATE");
    assertThat(entry.at("/actor/type").asText()).isEqualTo("KEY");
    assertThat(entry.at("/actor/id").asText()).isEqualTo(stage.acme.keyId().toString());
    assertThat(entry.at("/actor/name").asText()).isEqualTo("test");
    assertThat(entry.at("/actor/requestId").asText()).isEqualTo(request);
    assertThat(entry.at("/resource/type").asText()).isEqualTo("check");
    assertThat(entry.at("/resource/name").asText()).isEqualTo("Start page");
    assertThat(Instant.parse(entry.path("createdAt").asText()))
        .isBetween(Instant.parse(changed.at("/created_at").asText()).minusSeconds(60), soon());
    assertThat(entry.path("changes").toString())
        .contains(
            "{\"path\":\"/name\",\"from\":\"Home\",\"to\":\"Start page\"}",
            "{\"path\":\"/frequency\",\"from\":10,\"to\":5}",
            "{\"path\":\"/alertSettings/reminders/amount\",\"from\":0,\"to\":2}")
        .doesNotContain("/request", "updated_at", "/groupId");
  }

  private static Instant soon() {
    return Instant.parse("2200-01-01T00:00:00Z");
  }

  @Test
  void whatIsMadeHasNoFromAndWhatIsDeletedNoTo() {
    String service = stage.service("Web");
    assertThat(stage.newest(service).path("changes").toString())
        .isEqualTo("[{\"path\":\"/name\",\"to\":\"Web\"}]");
    stage.client.delete("/v1/status-pages/services/" + service).hasStatus(204);
    JsonNode gone = stage.newest(service);
    assertThat(gone.path("action").asText()).isEqualTo("DELETE");
    assertThat(gone.at("/resource/name").asText()).isEqualTo("Web");
    assertThat(gone.path("changes").toString())
        .isEqualTo("[{\"path\":\"/name\",\"from\":\"Web\"}]");
  }

  @Test
  void anUpdateThatChangesNothingLeavesNoEntry() {
    String monitor = stage.monitor("Home");
    stage.client.put("/v1/checks/url/" + monitor, "{\"name\":\"Home\"}").hasStatus(200);
    String service = stage.service("Web");
    stage.client.put("/v1/status-pages/services/" + service, "{\"name\":\"Web\"}").hasStatus(200);

    assertThat(stage.entries("action=UPDATE")).isEmpty();
  }

  @Test
  void aStatusPageIsOneResourceWithItsCards() {
    String web = stage.service("Web");
    String mail = stage.service("Mail");
    String cards = "\"cards\":[{\"name\":\"Shop\",\"services\":[{\"id\":\"%s\"}]}]}";
    String head = "{\"name\":\"Acme\",\"url\":\"a" + web + "\",";
    ApiReply page =
        stage.client.post("/v1/status-pages", head + cards.formatted(web)).hasStatus(201);
    String same = page.at("/cards").toString();
    stage
        .client
        .put("/v1/status-pages/" + page.id(), head + "\"cards\":" + same + "}")
        .hasStatus(200);
    assertThat(stage.entries("resourceType=status-page")).hasSize(1);

    String request = AuditFixture.requestId();
    stage
        .request(request)
        .put("/v1/status-pages/" + page.id(), head + "\"cards\":" + same.replace(web, mail) + "}")
        .hasStatus(200);
    assertThat(stage.of(request)).containsExactly("status-page UPDATE");
    JsonNode changes = stage.newest(page.id()).path("changes");
    assertThat(changes).hasSize(1);
    assertThat(changes.at("/0/path").asText()).isEqualTo("/cards");
    assertThat(changes.at("/0/from/0/services/0/id").asText()).isEqualTo(web);
    assertThat(changes.at("/0/to/0/services/0/id").asText()).isEqualTo(mail);

    String deleting = AuditFixture.requestId();
    stage.request(deleting).delete("/v1/status-pages/services/" + mail).hasStatus(204);
    assertThat(stage.of(deleting))
        .containsExactlyInAnyOrder("status-page-service DELETE", "status-page UPDATE");
  }

  @Test
  void whatGoesAlongLeavesEntriesToo() {
    String location =
        stage
            .client
            .post("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}")
            .hasStatus(201)
            .id();
    String request = AuditFixture.requestId();
    stage.request(request).delete("/v1/private-locations/" + location).hasStatus(204);

    assertThat(stage.of(request))
        .containsExactlyInAnyOrder("private-location DELETE", "private-location-key DELETE");
  }

  @Test
  void nextIdLeadsThroughAllPagesWhateverIsChangedMeanwhile() {
    for (int i = 0; i < 5; i++) {
      stage.service("s" + i);
    }
    List<String> all = ids(stage.entries(""));
    ApiReply page = stage.page("?limit=2");
    stage.service("later");
    List<JsonNode> listed = new ArrayList<>();
    page.at("/entries").forEach(listed::add);
    while (!page.at("/nextId").isNull()) {
      page = stage.page("?limit=2&nextId=" + page.at("/nextId").asText());
      page.at("/entries").forEach(listed::add);
    }
    assertThat(ids(listed)).isEqualTo(all).doesNotHaveDuplicates();
  }

  @Test
  void filtersNarrowTheList() {
    String web = stage.service("Web");
    stage.service("Mail");
    stage.client.put("/v1/status-pages/services/" + web, "{\"name\":\"Shop\"}").hasStatus(200);
    stage.monitor("Home");

    assertThat(stage.entries("resourceType=status-page-service")).hasSize(3);
    assertThat(stage.entries("resourceType=status-page-service&action=CREATE")).hasSize(2);
    assertThat(stage.entries("action=UPDATE")).hasSize(1);
    assertThat(stage.entries("resourceId=" + web)).hasSize(2);
    assertThat(stage.entries("resourceId=" + web + "&action=UPDATE&actor=" + stage.acme.keyId()))
        .hasSize(1);
    assertThat(stage.entries("resourceId=" + web + "&resourceType=check")).isEmpty();
    assertThat(stage.entries("actor=" + stage.acme.keyId())).hasSize(4);
    assertThat(stage.entries("actor=" + stage.acme.keyId() + "&resourceType=check")).hasSize(1);
    assertThat(stage.entries("actor=" + stage.acme.account())).isEmpty();
    assertThat(stage.entries("to=1")).isEmpty();
    assertThat(stage.entries("from=4102444800&to=4102444800")).isEmpty();
    assertThat(stage.entries("from=0&to=0")).isEqualTo(stage.entries(""));
    assertThat(stage.entries("from=1")).isEqualTo(stage.entries(""));
    assertThat(ids(stage.entries("action=CREATE"))).isSortedAccordingTo((a, b) -> b.compareTo(a));
  }

  @Test
  void everyKeyOfTheAccountMayReadAndNobodyElse() {
    stage.service("Web");
    new Access(stage.app, stage.acme).requireForReading(LOG);
    assertThat(stage.app.as(stage.app.newTenant()).get(LOG).text()).doesNotContain("Web");
  }

  @Test
  void namesEveryOffendingParameter() {
    stage
        .client
        .get(LOG + "?limit=0&nextId=x&resourceType=x&action=x&actor=x&from=x&to=-1&resourceId=")
        .isInvalid(
            "/limit",
            "/nextId",
            "/resourceType",
            "/action",
            "/actor",
            "/from",
            "/to",
            "/resourceId");
    stage.client.get(LOG + "?from=20&to=10").isInvalid("/from");
  }
}
