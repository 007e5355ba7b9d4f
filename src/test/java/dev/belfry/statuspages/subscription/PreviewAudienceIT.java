package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.statuspages.page.PageFixture;
import dev.belfry.testing.ApiReply;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/incident-audience}, which must say what {@link Announcements} does. */
class PreviewAudienceIT {
  private static final String PATH = "/v1/incident-audience";

  private final PageFixture stage = new PageFixture();
  private final String mail = stage.service("Mail");
  private final String page = stage.page(stage.web).id();
  private final String both = stage.page(stage.web, mail).id();

  private ApiReply preview(String... services) {
    return stage
        .client
        .get(PATH + "?serviceId=" + String.join("&serviceId=", services))
        .hasStatus(200)
        .matchesContract("previewAudience");
  }

  @Test
  void countsThoseWhoWouldBeTold() {
    stage.subscribe(page, "EMAIL", "a@example.org");
    stage.subscribe(page, "WEBHOOK", "https://hooks.invalid/");
    stage.invite(page, "pending@example.org").hasStatus(201);
    stage.subscribe(both, "EMAIL", "A@Example.org");
    stage.subscribe(both, "EMAIL", "b@example.org");

    ApiReply all = preview(stage.web, mail);
    assertThat(all.at("/subscribers").asInt()).isEqualTo(3);
    assertThat(all.at("/pages/0/id").asText()).isEqualTo(page);
    assertThat(all.at("/pages").findValuesAsText("subscribers")).containsExactly("2", "2");
    String update = stage.incident(true, stage.web, mail).at("/incidentUpdates/0/id").asText();
    assertThat(stage.told("UPDATE", update)).hasSize(3);
    assertThat(preview(mail).at("/subscribers").asInt()).isEqualTo(2);
  }

  @Test
  void countsTheMessagesOfEachUpdate() {
    stage.subscribe(page, "EMAIL", "a@example.org");
    stage.subscribe(page, "WEBHOOK", "https://hooks.invalid/");
    ApiReply incident = stage.incident(true, stage.web);
    String update = incident.at("/incidentUpdates/0/id").asText();
    assertThat(stage.told("UPDATE", update)).hasSize(2);
    String path = PATH + "/" + incident.id();
    ApiReply counts = stage.client.get(path).hasStatus(200).matchesContract("listUpdateMessages");
    assertThat(counts.json()).hasSize(1);
    assertThat(counts.at("/0/updateId").asText()).isEqualTo(update);
    assertThat(counts.at("/0/messages").asInt()).isEqualTo(2);
    assertThat(counts.at("/0/queueing").asBoolean()).isFalse();
    String quiet = stage.incident(false, stage.web).id();
    assertThat(stage.client.get(PATH + "/" + quiet).json()).isEmpty();
    stage.app.as(stage.app.newTenant()).get(path).hasStatus(404);
  }

  @Test
  void tellsNobodyWhereThereIsNothingToTellOf() {
    assertThat(stage.client.get(PATH).hasStatus(200).at("/subscribers").asInt()).isZero();
    assertThat(preview(UUID.randomUUID().toString()).at("/pages")).isEmpty();
    stage.client.get(PATH + "?serviceId=1").isInvalid("/serviceId/0");
  }

  @Test
  void isForThoseWhoMayRead() {
    new Access(stage.app, stage.acme).requireForReading(PATH);
    stage.subscribe(page, "EMAIL", "a@example.org");
    ApiReply other =
        stage.app.as(stage.app.newTenant()).get(PATH + "?serviceId=" + stage.web).hasStatus(200);
    assertThat(other.text()).isEqualTo("{\"subscribers\":0,\"pages\":[]}");
  }
}
