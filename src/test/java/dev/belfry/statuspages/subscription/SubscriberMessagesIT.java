package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.statuspages.page.PageFixture;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What messages to subscribers say. */
class SubscriberMessagesIT {
  private final PageFixture stage = new PageFixture();
  private final LinkFixture links = new LinkFixture(stage);
  private final String hidden = stage.service("Hidden");
  private final String page = stage.page(stage.web).id();
  private final Vertx vertx = Vertx.vertx();
  private final Database database =
      new Database(
          vertx,
          stage.app.database().address(),
          TestApp.config(stage.app.database().address(), Map.of()).database(),
          1);
  private final SubscriberMessages messages =
      new SubscriberMessages(database, links.links(), Sealer.of(List.of("secret-secret-secret")));

  @AfterEach
  void close() {
    database.close().await();
    vertx.close().await();
  }

  @Test
  void anUpdateTellsOfTheIncidentAndTheServicesThatThePageShows() {
    String id = stage.subscribe(page, "EMAIL", "Reader@example.org");
    var incident = stage.incident(true, hidden, stage.web);
    String update = incident.at("/incidentUpdates/0/id").asText();
    SubscriberMessage message = load(id, update).orElseThrow();
    assertThat(message.type()).isEqualTo(SubscriptionType.EMAIL);
    assertThat(message.address()).isEqualTo("Reader@example.org");
    assertThat(message.pageId()).hasToString(page);
    assertThat(message.pageName()).isEqualTo("Acme");
    assertThat(message.pageUrl()).contains("/status/page-");
    assertThat(message.incidentId()).hasToString(incident.id());
    assertThat(message.incidentName()).isEqualTo("Shop down");
    assertThat(message.severity()).isEqualTo("MAJOR");
    assertThat(message.status()).isEqualTo("INVESTIGATING");
    assertThat(message.services()).containsExactly("Web");
    assertThat(message.description()).isEqualTo("Looking");
    assertThat(message.publicDate()).isNotNull();
    assertThat(message.unsubscribeUrl()).endsWith(links.unsubscribe(id));
  }

  @Test
  void aConfirmationTellsOfNoIncident() {
    String id = stage.invite(page, "reader@example.org").id();
    SubscriberMessage message = load(id, null).orElseThrow();
    assertThat(message.confirmUrl()).endsWith(links.confirm(id));
    assertThat(message.incidentName()).isEmpty();
    assertThat(message.incidentId()).isNull();
    assertThat(message.services()).isEmpty();
  }

  @Test
  void nothingIsToldToThoseWhoAreGoneOrHaveConfirmed() {
    String id = stage.invite(page, "reader@example.org").id();
    String update = stage.incident(true, stage.web).at("/incidentUpdates/0/id").asText();
    assertThat(load(id, update)).isEmpty();
    stage.app.client().send("POST", links.confirm(id), null).hasStatus(200);
    assertThat(load(id, null)).isEmpty();
    assertThat(load(id, update)).isPresent();
    assertThat(load(id, PageFixture.UNKNOWN)).isEmpty();
    stage.app.client().send("POST", links.unsubscribe(id), null).hasStatus(200);
    assertThat(load(id, update)).isEmpty();
  }

  private Optional<SubscriberMessage> load(String subscription, @Nullable String update) {
    return messages
        .load(
            new Delivery(
                UUID.randomUUID(),
                stage.acme.account(),
                update == null ? Delivery.Kind.CONFIRMATION : Delivery.Kind.UPDATE,
                "mail",
                1,
                1,
                0,
                null,
                null,
                update == null ? null : UUID.fromString(update),
                UUID.fromString(subscription)))
        .await();
  }
}
