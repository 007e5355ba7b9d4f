package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.page.PageFixture;
import dev.belfry.testing.Polling;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who is told of what is posted about an incident. */
class AnnouncementsIT {
  private final PageFixture stage = new PageFixture();
  private final String mail = stage.service("Mail");
  private final String page = stage.page(stage.web).id();
  private final String id = stage.subscribe(page, "EMAIL", "a@example.org");

  @Test
  void tellsSubscribersOfPagesThatShowAServiceOfTheIncident() {
    String hook = stage.subscribe(page, "WEBHOOK", "https://hooks.invalid/");
    stage.subscribe(stage.page(mail).id(), "EMAIL", "b@example.org");
    stage.invite(page, "pending@example.org").hasStatus(201);
    String update = stage.incident(true, stage.web).at("/incidentUpdates/0/id").asText();
    assertThat(stage.told("UPDATE", update)).containsExactlyInAnyOrder(id, hook);
    assertThat(
            stage.texts("SELECT lane FROM deliveries WHERE update_id = ?::uuid ORDER BY 1", update))
        .containsExactly("hook:hooks.invalid", "mail");
  }

  @Test
  void tellsAnAddressOnceThroughItsOldestSubscription() {
    String other = stage.page(mail, stage.web).id();
    stage.subscribe(other, "EMAIL", "A@Example.org");
    String own = stage.subscribe(other, "EMAIL", "b@example.org");
    String update = stage.incident(true, stage.web, mail).at("/incidentUpdates/0/id").asText();
    assertThat(stage.told("UPDATE", update)).containsExactlyInAnyOrder(id, own);
  }

  @Test
  void tellsNothingUnlessAskedToAndNeverOfEdits() {
    var incident = stage.incident(false, stage.web);
    String first = incident.at("/incidentUpdates/0/id").asText();
    String updates = PageFixture.PAGES + "/incidents/" + incident.id() + "/incident-updates";
    stage
        .client
        .put(updates + "/" + first, "{\"description\":\"Edited\",\"notifySubscribers\":true}")
        .hasStatus(200);
    assertThat(stage.told("UPDATE", first)).isEmpty();
    stage.client.post(updates, "{\"description\":\"Quiet\"}").hasStatus(201);
    String second =
        stage
            .client
            .post(updates, "{\"description\":\"Loud\",\"notifySubscribers\":true}")
            .hasStatus(201)
            .id();
    stage
        .client
        .put(updates + "/" + second, "{\"description\":\"Again\",\"notifySubscribers\":true}")
        .hasStatus(200);
    assertThat(stage.told("UPDATE", second)).containsExactly(id);
    assertThat(
            stage.texts(
                "SELECT count(*) FROM deliveries WHERE account_id = ?::uuid AND kind = 'UPDATE'",
                stage.acme.account().toString()))
        .isEqualTo(List.of("1"));
  }

  @Test
  void anIncidentWithThirtyThousandSubscribersIsPostedWithOneRowAndTellsEachOnce()
      throws SQLException {
    stage.run(
        """
        INSERT INTO status_page_subscriptions
          (id, account_id, page_id, type, address, status, created_at, updated_at)
        SELECT gen_random_uuid(), ?::uuid, ?::uuid, 'EMAIL', 'reader' || n || '@example.org',
               'VERIFIED', now(), now()
        FROM generate_series(1, 29999) n""",
        stage.acme.account().toString(),
        page);
    String update;
    // A lock on the page holds up the workers, but not the request.
    try (Connection lock = stage.app.database().jdbc()) {
      lock.setAutoCommit(false);
      AnnouncementFixture.run(
          lock, "SELECT FROM status_pages WHERE id = ? FOR UPDATE", UUID.fromString(page));
      update = stage.incident(true, stage.web).at("/incidentUpdates/0/id").asText();
      assertThat(stage.isAnnouncing()).isTrue();
      assertThat(deliveries(update)).isEqualTo("0");
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (stage.isAnnouncing()) {
      assertThat(System.nanoTime()).as("all are told in time").isLessThan(deadline);
      Polling.pause();
      // Receivers that take everything at once.
      stage.texts(
          "UPDATE deliveries SET state = 'DELIVERED'"
              + " WHERE update_id = ?::uuid AND state = 'PENDING' RETURNING '1'",
          update);
    }
    assertThat(stage.told("UPDATE", update)).doesNotHaveDuplicates().hasSize(30_000);
    stage.client.delete(PageFixture.path(page));
  }

  private String deliveries(String update) {
    return stage
        .texts("SELECT count(*)::text FROM deliveries WHERE update_id = ?::uuid", update)
        .get(0);
  }
}
