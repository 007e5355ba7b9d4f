package dev.belfry.statuspages.incident;

import static dev.belfry.statuspages.incident.IncidentFixture.INCIDENTS;
import static dev.belfry.statuspages.incident.IncidentFixture.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/status-pages/incidents}. */
class ListIncidentsIT {
  private final IncidentFixture stage = new IncidentFixture();

  @Test
  void listsOpenAndResolvedIncidentsNewestFirst() {
    new IncidentFixture().open();
    assertThat(stage.client.get(INCIDENTS).hasStatus(200).text())
        .isEqualTo("{\"length\":0,\"entries\":[],\"nextId\":null}");
    ApiReply open = stage.open(update("IDENTIFIED", null), update("MONITORING", null));
    ApiReply resolved = stage.open(update("RESOLVED", "2020-01-01T00:00:00Z"));
    ApiReply reply = stage.client.get(INCIDENTS).hasStatus(200).matchesContract("listIncidents");
    assertThat(reply.at("/entries/0")).isEqualTo(resolved.json());
    assertThat(reply.at("/entries/1")).isEqualTo(open.json());
    assertThat(reply.at("/length").asInt()).isEqualTo(2);
    assertThat(reply.at("/nextId").isNull()).isTrue();
  }

  @Test
  void nextIdLeadsThroughAllPagesWhateverIsOpenedMeanwhile() {
    List<String> opened = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      opened.add(0, stage.open().id());
    }
    List<String> listed = new ArrayList<>();
    ApiReply page = stage.client.get(INCIDENTS + "?limit=2").matchesContract("listIncidents");
    stage.open();
    page.at("/entries").forEach(entry -> listed.add(entry.path("id").asText()));
    while (!page.at("/nextId").isNull()) {
      page = stage.client.get(INCIDENTS + "?limit=2&nextId=" + page.at("/nextId").asText());
      page.at("/entries").forEach(entry -> listed.add(entry.path("id").asText()));
    }
    assertThat(listed).isEqualTo(opened);
  }

  @Test
  void namesEveryOffendingParameter() {
    stage.client.get(INCIDENTS + "?limit=0&nextId=later").isInvalid("/limit", "/nextId");
    stage.client.get(INCIDENTS + "?limit=101").isInvalid("/limit");
  }

  @Test
  void refusesStrangers() {
    stage.strangers("GET", INCIDENTS, null).areRefused();
  }
}
