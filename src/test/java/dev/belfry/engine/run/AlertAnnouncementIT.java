package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the transaction of results writes for the subscribers of a check's incident. */
class AlertAnnouncementIT {
  private final AlertFixture fixture = new AlertFixture();
  private final UUID service = UUID.randomUUID();

  AlertAnnouncementIT() throws SQLException {}

  @BeforeEach
  void page() throws SQLException {
    UUID page = UUID.randomUUID();
    UUID card = UUID.randomUUID();
    run(
        "INSERT INTO services (account_id, id, name, created_at) VALUES (?, ?, 'Web', now())",
        service);
    run(
        "INSERT INTO status_pages (account_id, id, settings, created_at)"
            + " VALUES (?, ?, '{\"name\":\"P\",\"url\":\"p\"}', now())",
        page);
    run(
        "INSERT INTO status_page_cards (account_id, id, page_id, name, position, created_at)"
            + " VALUES (?, ?, ?, 'C', 1, now())",
        card,
        page);
    run(
        "INSERT INTO status_page_services (account_id, page_id, card_id, service_id, position)"
            + " VALUES (?, ?, ?, ?, 1)",
        page,
        card,
        service);
    run(
        """
        INSERT INTO status_page_subscriptions
          (account_id, page_id, id, type, address, status, created_at, updated_at)
        SELECT ?, ?, gen_random_uuid(), 'EMAIL', n || '@example.org', 'VERIFIED', now(), now()
        FROM generate_series(1, 1000) n""",
        page);
  }

  @AfterEach
  void close() throws Exception {
    fixture.close();
  }

  private void run(String sql, Object... values) throws SQLException {
    Object[] all = new Object[values.length + 1];
    all[0] = ScheduleTables.ACCOUNT;
    System.arraycopy(values, 0, all, 1, values.length);
    fixture.store.tables.run(sql, all);
  }

  @Test
  void isOneRowForEachUpdateAndNonePerSubscriber() throws SQLException {
    UUID check =
        fixture.check(
            """
            "triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"Down",
              "description":"It is down.","notifySubscribers":true}"""
                .formatted(service));
    fixture.ran(check, 1, FAILED);
    assertThat(fixture.store.count("announcements")).isOne();
    fixture.ran(check, 2, PASSED);
    assertThat(fixture.store.count("announcements")).isEqualTo(2);
    assertThat(fixture.store.count("deliveries")).isZero();
  }
}
