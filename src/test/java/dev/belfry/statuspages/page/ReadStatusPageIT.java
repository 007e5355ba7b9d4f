package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/status-pages/{id}}. */
class ReadStatusPageIT {
  private final PageFixture stage = new PageFixture();
  private final String page = stage.page().id();

  @Test
  void showsTheIncidentsThatAreOpen() {
    stage.incident(false, stage.service("Elsewhere"));
    ApiReply open = stage.incident(false, stage.web);
    ApiReply reply = read();
    assertThat(reply.at("/incidents")).hasSize(1);
    assertThat(reply.at("/incidents/0/id").asText()).isEqualTo(open.id());
    assertThat(reply.at("/incidents/0/lastUpdateStatus").asText()).isEqualTo("INVESTIGATING");
    stage
        .client
        .post(
            PageFixture.PAGES + "/incidents/" + open.id() + "/incident-updates",
            "{\"description\":\"Done\",\"status\":\"RESOLVED\"}")
        .hasStatus(201);
    assertThat(read().at("/incidents")).isEmpty();
  }

  @Test
  void goesOnWithoutAServiceThatIsDeleted() {
    stage.client.delete(PageFixture.PAGES + "/services/" + stage.web).hasStatus(204);
    ApiReply reply = read();
    assertThat(reply.at("/cards")).hasSize(1);
    assertThat(reply.at("/cards/0/services")).isEmpty();
  }

  @Test
  void refusesStrangers() {
    stage.strangers("GET", PageFixture.path(page), null).areRefused().findNothing(page);
    stage.client.get(PageFixture.PAGES + "/nonsense").isInvalid("/id");
  }

  private ApiReply read() {
    return stage
        .client
        .get(PageFixture.path(page))
        .hasStatus(200)
        .matchesContract("readStatusPage");
  }
}
