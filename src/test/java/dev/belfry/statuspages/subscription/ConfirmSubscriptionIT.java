package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.page.PageFixture;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code GET} and {@code POST /v1/subscriptions/{token}/confirm}. */
class ConfirmSubscriptionIT {
  private final PageFixture stage = new PageFixture();
  private final LinkFixture links = new LinkFixture(stage);
  private final String page = stage.page().id();
  private final String id = stage.invite(page, "re&ader@example.org").hasStatus(201).id();
  private final ApiClient anybody = stage.app.client();

  @Test
  void readingThePageChangesNothing() {
    ApiReply reply = anybody.get(links.confirm(id)).hasStatus(200);
    assertThat(reply.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(reply.header("content-security-policy")).contains("default-src 'none'");
    assertThat(reply.header("referrer-policy")).isEqualTo("no-referrer");
    assertThat(reply.header("cache-control")).isEqualTo("no-store");
    assertThat(reply.text())
        .contains("re&amp;ader@example.org", "<form method=\"post\">", "<html lang=\"en\">")
        .doesNotContain("<script");
    assertThat(status()).isEqualTo("PENDING");
  }

  @Test
  void theButtonConfirmsAndMayBePressedAgain() {
    ApiReply first = anybody.send("POST", links.confirm(id), null).hasStatus(200);
    assertThat(first.text()).contains("You are subscribed", "/status/page-");
    assertThat(status()).isEqualTo("VERIFIED");
    String before = stage.client.get(PageFixture.subscriptions(page)).text();
    anybody.send("POST", links.confirm(id), null).hasStatus(200);
    assertThat(stage.client.get(PageFixture.subscriptions(page)).text()).isEqualTo(before);
    assertThat(anybody.get(links.confirm(id)).hasStatus(200).text())
        .contains("You are subscribed")
        .doesNotContain("<form");
  }

  @Test
  void onlyWhoHasConfirmedIsTold() {
    String before = stage.incident(true, stage.web).at("/incidentUpdates/0/id").asText();
    anybody.send("POST", links.confirm(id), null).hasStatus(200);
    String after = stage.incident(true, stage.web).at("/incidentUpdates/0/id").asText();
    assertThat(stage.told("UPDATE", before)).isEmpty();
    assertThat(stage.told("UPDATE", after)).containsExactly(id);
  }

  @Test
  void refusesWhatIsNotGenuine() {
    String genuine = links.confirm(id);
    String forged = genuine.replaceFirst("(?<=subscriptions/.{40}).", "-");
    for (String path :
        new String[] {
          links.unsubscribe(id).replace("/unsubscribe", "/confirm"),
          forged.equals(genuine) ? genuine.replaceFirst("(?<=subscriptions/.{40}).", "_") : forged,
          "/v1/subscriptions/nonsense/confirm",
          links.confirm(PageFixture.UNKNOWN)
        }) {
      assertThat(anybody.get(path).hasStatus(404).text()).contains("This link does not work");
      anybody.send("POST", path, null).hasStatus(404);
    }
    anybody.get("/v1/subscriptions/" + "x".repeat(201) + "/confirm").isInvalid("/token");
    assertThat(status()).isEqualTo("PENDING");
  }

  @Test
  void nothingBringsBackWhatHasEnded() {
    anybody.send("POST", links.confirm(id), null).hasStatus(200);
    stage.client.delete(PageFixture.subscriptions(page) + "/" + id).hasStatus(204);
    anybody.send("POST", links.confirm(id), null).hasStatus(404);
    anybody.get(links.confirm(id)).hasStatus(404);
  }

  private String status() {
    return stage.client.get(PageFixture.subscriptions(page)).at("/0/status").asText();
  }
}
