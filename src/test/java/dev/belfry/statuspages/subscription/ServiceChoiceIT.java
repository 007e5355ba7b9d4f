package dev.belfry.statuspages.subscription;

import static dev.belfry.statuspages.subscription.AnnouncementFixture.sync;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Subscribers with a choice hear of the services that they chose, and of the end of incidents. */
class ServiceChoiceIT {
  private final AnnouncementFixture stage = new AnnouncementFixture();
  private final AnnouncementStore store = new AnnouncementStore(stage.database);
  private final UUID account = stage.account();
  private final UUID web = stage.service(account);
  private final UUID mail = stage.service(account);
  private final UUID page = stage.page(account, web);

  ServiceChoiceIT() {
    show(page, mail);
  }

  @AfterEach
  void close() {
    stage.close();
  }

  private void show(UUID on, UUID service) {
    stage.run(
        "INSERT INTO status_page_services (account_id, page_id, card_id, service_id, position)"
            + " SELECT account_id, page_id, id, ?, 2 FROM status_page_cards WHERE page_id = ?",
        service,
        on);
  }

  private void hide(UUID service) {
    stage.run("DELETE FROM status_page_services WHERE service_id = ?", service);
  }

  private UUID subscribe(UUID on, String address, int age, UUID... services) {
    UUID id = stage.subscribe(account, on, "EMAIL", address, "VERIFIED", age);
    stage.run("UPDATE status_page_subscriptions SET verified_ms = 0 WHERE id = ?", id);
    if (services.length > 0) {
      stage.run(
          "UPDATE status_page_subscriptions SET service_ids = ARRAY(SELECT x::uuid FROM"
              + " unnest(string_to_array(?, ',')) AS x) WHERE id = ?",
          String.join(",", List.of(services).stream().map(UUID::toString).toList()),
          id);
    }
    return id;
  }

  private List<UUID> told(UUID update) {
    stage.queueAll(store);
    return stage.told(update);
  }

  /** A further update of the incident of an update, about one service alone. */
  private UUID next(UUID update, UUID service) {
    UUID next = UUID.randomUUID();
    stage.run(
        "UPDATE incidents SET service_ids = ARRAY[?::uuid] WHERE id ="
            + " (SELECT incident_id FROM incident_updates WHERE id = ?)",
        service,
        update);
    stage.run(
        """
        INSERT INTO incident_updates (id, account_id, incident_id, description, status,
          public_date, notify_subscribers, created_at)
        SELECT ?, account_id, incident_id, 'Over', 'RESOLVED', now(), true, now()
        FROM incident_updates WHERE id = ?""",
        next,
        update);
    sync(
        stage.database.transaction(
            connection -> Announcements.post(connection, account, List.of(next))));
    return next;
  }

  /** Choice, affected services, services of the page, whether the subscriber hears. */
  @Test
  void hears() throws SQLException {
    try (Connection connection = stage.tables.jdbc();
        Statement statement = connection.createStatement()) {
      for (String row :
          List.of(
              "null, {a}, {a;b}, true",
              "null, {}, {a;b}, true",
              "{a}, {a}, {a;b}, true",
              "{a}, {b}, {a;b}, false",
              "{a;b}, {b}, {a;b}, true",
              "{a}, {b;a}, {a;b}, true",
              "{a}, {}, {a;b}, false",
              "{a;x}, {b}, {a;b}, false",
              "{x}, {b}, {a;b}, true",
              "{x;y}, {a}, {a;b}, true",
              "{x}, {x}, {a;b}, true",
              "{x}, {b}, {}, true")) {
        String[] parts =
            row.replaceAll("\\b([abxy])\\b", "00000000-0000-0000-0000-00000000000$1")
                .replace("00x", "00c")
                .replace("00y", "00d")
                .replace(';', '|')
                .split(", ", -1);
        String sql =
            "SELECT subscriber_hears(%s, %s, %s)"
                .formatted(array(parts[0]), array(parts[1]), array(parts[2]));
        try (ResultSet found = statement.executeQuery(sql)) {
          found.next();
          assertThat(found.getBoolean(1)).as(row).isEqualTo(Boolean.parseBoolean(parts[3]));
        }
      }
    }
  }

  private static String array(String text) {
    return text.equals("null") ? "NULL" : "'" + text.replace('|', ',') + "'::uuid[]";
  }

  @Test
  void hearsOfTheChosenAloneAndOfAllWithoutAChoice() {
    UUID all = subscribe(page, "all@example.org", 1);
    UUID ofWeb = subscribe(page, "web@example.org", 2, web);
    UUID ofMail = subscribe(page, "mail@example.org", 3, mail);
    UUID ofBoth = subscribe(page, "both@example.org", 4, mail, web);
    assertThat(told(stage.post(account, web))).containsExactlyInAnyOrder(all, ofWeb, ofBoth);
    assertThat(told(stage.post(account, mail))).containsExactlyInAnyOrder(all, ofMail, ofBoth);
    UUID added = stage.service(account);
    show(page, added);
    assertThat(told(stage.post(account, added))).containsExactly(all);
  }

  @Test
  void anAddressIsToldThroughTheOldestSubscriptionThatChoseTheService() {
    UUID second = stage.page(account, web);
    UUID old = subscribe(page, "a@example.org", 1, mail);
    UUID young = subscribe(second, "A@example.org", 2);
    assertThat(told(stage.post(account, web))).containsExactly(young);
    assertThat(told(stage.post(account, mail))).containsExactly(old);
  }

  @Test
  void whoHeardOfTheBeginningHearsOfTheEnd() {
    UUID ofWeb = subscribe(page, "web@example.org", 1, web);
    UUID ofMail = subscribe(page, "mail@example.org", 2, mail);
    UUID begun = stage.post(account, web);
    assertThat(told(begun)).containsExactly(ofWeb);
    UUID grown = next(begun, mail);
    assertThat(told(grown)).containsExactlyInAnyOrder(ofWeb, ofMail);
    // Pages then show neither, and a third service is all that the incident names.
    UUID other = stage.service(account);
    stage.page(account, other);
    hide(web);
    hide(mail);
    assertThat(told(next(grown, other))).containsExactlyInAnyOrder(ofWeb, ofMail);
  }

  @Test
  void aChoiceWhoseServicesAreGoneHearsOfAll() {
    UUID ofWeb = subscribe(page, "web@example.org", 1, web);
    UUID ofBoth = subscribe(page, "both@example.org", 2, web, mail);
    UUID other = stage.service(account);
    show(page, other);
    assertThat(told(stage.post(account, other))).isEmpty();
    stage.run("DELETE FROM services WHERE id = ?", web);
    assertThat(told(stage.post(account, other))).containsExactly(ofWeb);
    hide(mail);
    assertThat(told(stage.post(account, other))).containsExactlyInAnyOrder(ofWeb, ofBoth);
    show(page, mail);
    assertThat(told(stage.post(account, mail))).containsExactlyInAnyOrder(ofWeb, ofBoth);
    assertThat(told(stage.post(account, other))).containsExactly(ofWeb);
  }

  @Test
  void piecesAreFullWhateverOthersChose() {
    stage.subscribe(account, page, 1_400);
    stage.run(
        "UPDATE status_page_subscriptions SET service_ids ="
            + " CASE WHEN right(split_part(address, '@', 1), 1) IN ('3', '7') THEN ARRAY[?::uuid]"
            + " ELSE ARRAY[?::uuid] END",
        mail,
        web);
    UUID update = stage.post(account, web);
    assertThat(stage.queueAll(store)).as("1,120 in pieces of 500").isEqualTo(3);
    assertThat(stage.told(update)).doesNotHaveDuplicates().hasSize(1_120);
  }
}
