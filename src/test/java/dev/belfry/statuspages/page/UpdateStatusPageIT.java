package dev.belfry.statuspages.page;

import static dev.belfry.statuspages.page.PageFixture.body;
import static dev.belfry.statuspages.page.PageFixture.card;
import static dev.belfry.statuspages.page.PageFixture.url;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/status-pages/{id}}. */
class UpdateStatusPageIT {
  private final PageFixture stage = new PageFixture();
  private final ApiReply page = stage.page();
  private final String path = PageFixture.path(page.id());

  @Test
  void replacesThePage() {
    String url = url();
    stage
        .client
        .put(path, body(url, card("x")).replace("\"url\"", "\"description\":\"Once\",\"url\""))
        .hasStatus(200);
    ApiReply reply =
        stage
            .client
            .put(path, body(url, card("Other", stage.web)))
            .hasStatus(200)
            .matchesContract("updateStatusPage");
    assertThat(reply.at("/description").isNull()).isTrue();
    assertThat(reply.at("/url").asText()).isEqualTo(url);
    assertThat(reply.at("/created_at")).isEqualTo(page.at("/created_at"));
    assertThat(reply.at("/updated_at").asText())
        .isGreaterThanOrEqualTo(page.at("/created_at").asText());
    assertThat(reply.at("/cards").findValuesAsText("name")).containsExactly("Other", "Web");
    assertThat(stage.client.get(path).json()).isEqualTo(reply.json());
  }

  @Test
  void aCardWithItsIdStaysThatCardAndTheOthersGo() {
    String kept = page.at("/cards/0/id").asText();
    ApiReply reply =
        stage
            .client
            .put(
                path,
                body(
                    url(),
                    card("New", stage.web),
                    card("Renamed", stage.web).replaceFirst("\\{", "{\"id\":\"" + kept + "\",")))
            .hasStatus(200);
    assertThat(reply.at("/cards/1/id").asText()).isEqualTo(kept);
    assertThat(reply.at("/cards/1/name").asText()).isEqualTo("Renamed");
    assertThat(reply.at("/cards/1/created_at")).isEqualTo(page.at("/cards/0/created_at"));
    assertThat(reply.at("/cards/0/id").asText()).isNotEqualTo(kept);
    ApiReply fewer = stage.client.put(path, body(url(), card("Only"))).hasStatus(200);
    assertThat(fewer.at("/cards")).hasSize(1);
    assertThat(fewer.at("/cards/0/id").asText()).isNotEqualTo(kept);
  }

  @Test
  void refusesCardsOfOtherPagesAndCardsNamedTwice() {
    String foreign = stage.page().at("/cards/0/id").asText();
    String own = page.at("/cards/0/id").asText();
    stage
        .client
        .put(path, body(url(), card("a").replaceFirst("\\{", "{\"id\":\"" + foreign + "\",")))
        .isInvalid("/cards/0/id")
        .matchesContract("updateStatusPage");
    String twice = card("a").replaceFirst("\\{", "{\"id\":\"" + own + "\",");
    stage.client.put(path, body(url(), twice, twice)).isInvalid("/cards/1/id");
    stage
        .client
        .put(path, body(url(), card("a").replaceFirst("\\{", "{\"id\":\"nonsense\",")))
        .isInvalid("/cards/0/id");
    assertThat(stage.client.get(path).json()).isEqualTo(page.json());
  }

  @Test
  void refusesWhatIsTakenOrUnknownAndChangesNothing() {
    String taken = stage.page().at("/url").asText();
    stage.client.put(path, body(taken)).hasStatus(409).matchesContract("updateStatusPage");
    stage.client.put(path, body(url(), card("a", PageFixture.UNKNOWN))).isNotFound();
    stage.client.put(path, "{\"name\":\"x\"}").isInvalid("/url", "/cards");
    assertThat(stage.client.get(path).json()).isEqualTo(page.json());
  }

  @Test
  void keepsItsOwnUrl() {
    stage.client.put(path, body(page.at("/url").asText())).hasStatus(200);
  }

  @Test
  void refusesStrangers() {
    stage.strangers("PUT", path, body(url())).areRefused().findNothing(page.id());
  }
}
