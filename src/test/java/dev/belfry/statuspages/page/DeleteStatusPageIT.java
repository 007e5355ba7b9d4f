package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@code DELETE /v1/status-pages/{id}}. */
class DeleteStatusPageIT {
  private final PageFixture stage = new PageFixture();
  private final String page = stage.page().id();
  private final String path = PageFixture.path(page);

  @Test
  void deletesThePageWithItsSubscribersAndWhatIsQueuedForThem() {
    stage.subscribe(page, "EMAIL", "reader@example.org");
    String update = stage.incident(true, stage.web).at("/incidentUpdates/0/id").asText();
    assertThat(stage.told("UPDATE", update)).hasSize(1);
    stage.client.delete(path).hasStatus(204).matchesContract("deleteStatusPage");
    stage.client.delete(path).isNotFound();
    assertThat(stage.told("UPDATE", update)).isEmpty();
    stage.client.get(PageFixture.PAGES + "/services/" + stage.web).hasStatus(200);
  }

  @Test
  void refusesStrangers() {
    stage.strangers("DELETE", path, null).areRefused().findNothing(page);
    stage.client.get(path).hasStatus(200);
  }
}
