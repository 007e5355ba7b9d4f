package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.page.PageFixture;
import java.util.List;
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
        .containsExactly("mail", "subscription:" + hook);
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
  void queuesTenThousandInOneGo() {
    stage.run(
        """
        INSERT INTO status_page_subscriptions
          (id, account_id, page_id, type, address, status, created_at, updated_at)
        SELECT gen_random_uuid(), ?::uuid, ?::uuid, 'EMAIL', 'reader' || n || '@example.org',
               'VERIFIED', now(), now()
        FROM generate_series(1, 9999) n""",
        stage.acme.account().toString(),
        page);
    long started = System.nanoTime();
    String update = stage.incident(true, stage.web).at("/incidentUpdates/0/id").asText();
    long millis = (System.nanoTime() - started) / 1_000_000;
    assertThat(stage.told("UPDATE", update)).hasSize(10_000);
    // 0.6 s on two cores that others kept busy; they may be busier still.
    assertThat(millis).isLessThan(3_000);
    stage.client.delete(PageFixture.path(page));
  }
}
