package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.page.PageFixture;
import org.junit.jupiter.api.Test;

/** {@code DELETE /v1/status-pages/{id}/subscriptions/{subscriptionId}}. */
class DeleteSubscriptionIT {
  private final PageFixture stage = new PageFixture();
  private final String page = stage.page().id();
  private final String id = stage.subscribe(page, "EMAIL", "a@example.org");
  private final String path = PageFixture.subscriptions(page) + "/" + id;

  @Test
  void endsTheSubscriptionAndWhatIsQueuedForIt() {
    String other = stage.subscribe(page, "EMAIL", "b@example.org");
    String update = stage.incident(true, stage.web).at("/incidentUpdates/0/id").asText();
    stage.client.delete(path).hasStatus(204).matchesContract("deleteSubscription");
    stage.client.delete(path).isNotFound();
    assertThat(stage.told("UPDATE", update)).containsExactly(other);
  }

  @Test
  void knowsItOnItsOwnPageOnly() {
    String elsewhere = stage.page().id();
    stage.client.delete(PageFixture.subscriptions(elsewhere) + "/" + id).isNotFound();
    stage.client.delete(PageFixture.subscriptions(page) + "/nonsense").isInvalid("/subscriptionId");
  }

  @Test
  void refusesStrangers() {
    stage.strangers("DELETE", path, null).areRefused().findNothing(page, id);
    stage.client.delete(path).hasStatus(204);
  }
}
