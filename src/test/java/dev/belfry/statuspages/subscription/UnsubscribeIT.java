package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.page.PageFixture;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** {@code GET} and {@code POST /v1/subscriptions/{token}/unsubscribe}. */
class UnsubscribeIT {
  private static final byte[] ONE_CLICK =
      "List-Unsubscribe=One-Click".getBytes(StandardCharsets.US_ASCII);

  private final PageFixture stage = new PageFixture();
  private final LinkFixture links = new LinkFixture(stage);
  private final String page = stage.page().id();
  private final String id = stage.subscribe(page, "EMAIL", "reader@example.org");
  private final ApiClient anybody = stage.app.client();

  @Test
  void readingThePageChangesNothing() {
    assertThat(anybody.get(links.unsubscribe(id)).hasStatus(200).text())
        .contains("reader@example.org", "<form method=\"post\">");
    assertThat(stage.client.get(PageFixture.subscriptions(page)).json()).hasSize(1);
  }

  @Test
  void aMailProgramEndsItWithOneRequest() {
    String update = stage.incident(true, stage.web).at("/incidentUpdates/0/id").asText();
    ApiClient program = anybody.with("Content-Type", "application/x-www-form-urlencoded");
    program.send("POST", links.unsubscribe(id), ONE_CLICK).hasStatus(200);
    assertThat(stage.client.get(PageFixture.subscriptions(page)).json()).isEmpty();
    assertThat(stage.told("UPDATE", update)).isEmpty();
    program.send("POST", links.unsubscribe(id), ONE_CLICK).hasStatus(200);
  }

  @Test
  void theButtonEndsItAndMayBePressedAgain() {
    for (int i = 0; i < 2; i++) {
      assertThat(anybody.send("POST", links.unsubscribe(id), null).hasStatus(200).text())
          .contains("You are unsubscribed");
    }
    assertThat(anybody.get(links.unsubscribe(id)).hasStatus(200).text())
        .contains("You are unsubscribed")
        .doesNotContain("<form");
    stage.subscribe(page, "EMAIL", "reader@example.org");
  }

  @Test
  void refusesWhatIsNotGenuine() {
    String confirming = links.confirm(id).replace("/confirm", "/unsubscribe");
    for (String path : new String[] {confirming, "/v1/subscriptions/nonsense/unsubscribe"}) {
      anybody.get(path).hasStatus(404);
      anybody.send("POST", path, ONE_CLICK).hasStatus(404);
    }
    assertThat(stage.client.get(PageFixture.subscriptions(page)).json()).hasSize(1);
  }

  @Test
  void aKeyIsGoodForOneLinkAndKeepsNoRefusal() {
    String other = stage.subscribe(page, "EMAIL", "other@example.org");
    ApiClient keyed = anybody.with("Idempotency-Key", "once");
    String replayed = "idempotency-replayed";

    ApiReply first = keyed.send("POST", links.unsubscribe(id), null).hasStatus(200);
    ApiReply again = keyed.send("POST", links.unsubscribe(id), null).hasStatus(200);
    assertThat(again.header(replayed)).isEqualTo("true");
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("content-type")).isEqualTo(first.header("content-type"));

    ApiReply others = keyed.send("POST", links.unsubscribe(other), null).hasStatus(200);
    assertThat(others.header(replayed)).isEmpty();
    assertThat(stage.client.get(PageFixture.subscriptions(page)).json()).isEmpty();
    for (int i = 0; i < 2; i++) {
      ApiReply refused = keyed.send("POST", "/v1/subscriptions/nonsense/unsubscribe", null);
      assertThat(refused.hasStatus(404).header(replayed)).isEmpty();
    }
  }
}
