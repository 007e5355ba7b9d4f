package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.statuspages.page.PageFixture;
import org.junit.jupiter.api.Test;

/** What subscribers do by the links they have is in the audit log, and says little of them. */
class SubscriberActsIT {
  private final PageFixture stage = new PageFixture();
  private final LinkFixture links = new LinkFixture(stage);
  private final String id =
      stage.invite(stage.page().id(), "reader@example.org").hasStatus(201).id();

  private JsonNode newest() {
    return stage
        .client
        .get("/v1/audit-log?limit=1&resourceId=" + id)
        .hasStatus(200)
        .at("/entries/0");
  }

  @Test
  void confirmingAndLeavingAreTheSubscribersOwn() {
    stage.app.client().send("POST", links.confirm(id), null).hasStatus(200);
    JsonNode confirmed = newest();
    assertThat(confirmed.at("/actor/type").asText()).isEqualTo("PUBLIC");
    assertThat(confirmed.at("/actor/id").isNull()).isTrue();
    assertThat(confirmed.at("/changes").toString())
        .isEqualTo("[{\"path\":\"/status\",\"from\":\"PENDING\",\"to\":\"VERIFIED\"}]");

    stage.app.client().send("POST", links.unsubscribe(id), null).hasStatus(200);
    JsonNode gone = newest();
    assertThat(gone.at("/actor/type").asText()).isEqualTo("PUBLIC");
    assertThat(gone.path("action").asText()).isEqualTo("DELETE");
    assertThat(gone.toString()).contains("r****@example.org").doesNotContain("reader");
  }
}
