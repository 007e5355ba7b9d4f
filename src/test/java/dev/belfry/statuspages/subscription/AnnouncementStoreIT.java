package dev.belfry.statuspages.subscription;

import static dev.belfry.statuspages.subscription.AnnouncementFixture.sync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.db.Database;
import dev.belfry.statuspages.subscription.AnnouncementWorker.Progress;
import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages to subscribers are queued once each, whatever happens between and during pieces. */
class AnnouncementStoreIT {
  private final AnnouncementFixture stage = new AnnouncementFixture();
  private final AnnouncementStore store = new AnnouncementStore(stage.database);
  private final AnnouncementStore other = new AnnouncementStore(stage.database);
  private final UUID account = stage.account();
  private final UUID service = stage.service(account);
  private final UUID page = stage.page(account, service);

  @AfterEach
  void close() {
    stage.close();
  }

  private long announcements() {
    return stage.tables.count("SELECT count(*) FROM announcements");
  }

  @Test
  void thirtyThousandAreOneRowWhenPostedAndEachHasOneMessageInTheEnd() {
    stage.subscribe(account, page, 30_000);
    UUID update = stage.post(account, service);
    assertThat(announcements()).isOne();
    assertThat(stage.told(update)).isEmpty();

    assertThat(stage.queueAll(store)).isEqualTo(61);
    assertThat(stage.told(update)).doesNotHaveDuplicates().hasSize(30_000);
    assertThat(announcements()).isZero();
    assertThat(
            stage.tables.count(
                "SELECT count(DISTINCT address_key) FROM deliveries d"
                    + " JOIN status_page_subscriptions s ON s.id = d.subscription_id"))
        .isEqualTo(30_000);
    assertThat(sync(store.queuePiece())).isEqualTo(Progress.NONE);
  }

  @Test
  void anUpdateWithoutSubscribersIsNotAnnounced() {
    stage.subscribe(account, page, "EMAIL", "pending@example.org", "PENDING", 1);
    stage.post(account, service);
    assertThat(announcements()).isZero();
  }

  @Test
  void twoWorkersAtOnceRepeatNothing() {
    stage.subscribe(account, page, 3_000);
    UUID elsewhere = stage.account();
    UUID web = stage.service(elsewhere);
    stage.subscribe(elsewhere, stage.page(elsewhere, web), 3_000);
    UUID first = stage.post(account, service);
    UUID second = stage.post(elsewhere, web);
    while (announcements() > 0) {
      List<Future<Progress>> pieces = new ArrayList<>();
      for (AnnouncementStore one : List.of(store, other, store, other)) {
        pieces.add(one.queuePiece());
      }
      pieces.forEach(AnnouncementFixture::sync);
      stage.deliverAll();
    }
    assertThat(stage.told(first)).doesNotHaveDuplicates().hasSize(3_000);
    assertThat(stage.told(second)).doesNotHaveDuplicates().hasSize(3_000);
  }

  @Test
  void aPieceWhoseInstanceDiesIsDoneByAnother() throws SQLException {
    stage.subscribe(account, page, 1_100);
    UUID update = stage.post(account, service);
    sync(store.queuePiece());
    stage.deliverAll();
    Database instance = stage.instance();
    try (Connection lock = stage.tables.jdbc()) {
      lock.setAutoCommit(false);
      AnnouncementFixture.run(lock, "SELECT FROM status_pages FOR UPDATE");
      Future<Progress> dying = new AnnouncementStore(instance).queuePiece();
      stage.untilWaiting();
      assertThat(sync(other.queuePiece())).as("not at the same time").isEqualTo(Progress.WAITING);
      sync(instance.close());
      // Its server may not have noticed; one that lives would do the piece again.
      stage.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE datname = current_database() AND wait_event_type = 'Lock'");
      assertThatThrownBy(() -> sync(dying)).isNotNull();
    }
    assertThat(stage.told(update)).hasSize(500);
    assertThat(stage.queueAll(other)).isEqualTo(2);
    assertThat(stage.told(update)).doesNotHaveDuplicates().hasSize(1_100);
  }

  @Test
  void anAddressOnSeveralPagesIsToldThroughItsOldestSubscription() {
    UUID second = stage.page(account, service);
    UUID young = stage.subscribe(account, page, "EMAIL", "a@example.org", "VERIFIED", 2);
    UUID old = stage.subscribe(account, second, "EMAIL", "A@Example.org", "VERIFIED", 1);
    UUID hook = stage.subscribe(account, page, "WEBHOOK", "https://h.invalid/", "VERIFIED", 3);
    UUID update = stage.post(account, service);
    stage.queueAll(store);
    assertThat(stage.told(update)).containsExactlyInAnyOrder(old, hook).doesNotContain(young);
    assertThat(
            stage.tables.count(
                "SELECT count(*) FROM deliveries WHERE lane IN ('mail', 'hook:h.invalid')"))
        .isEqualTo(2);
  }

  @Test
  void theHooksOfAHostShareALane() {
    List<String> addresses =
        List.of(
            "https://hooks.example.org/a",
            "http://HOOKS.example.org:8080/b?c=http://other.example.org",
            "https://user:pass@hooks.example.org./",
            "https://hooks.example.org#x@other.example.org",
            "http://[2001:DB8::1]:9/x");
    for (int i = 0; i < addresses.size(); i++) {
      stage.subscribe(account, page, "WEBHOOK", addresses.get(i), "VERIFIED", i + 1);
    }
    stage.post(account, service);
    stage.queueAll(store);
    assertThat(
            stage.tables.count(
                "SELECT count(*) FROM deliveries WHERE lane = 'hook:hooks.example.org'"))
        .isEqualTo(4);
    assertThat(
            stage.tables.count("SELECT count(*) FROM deliveries WHERE lane = 'hook:[2001:db8::1]'"))
        .isOne();
  }

  @Test
  void whoLeavesBetweenPiecesIsNotToldAgainThroughAnotherPage() {
    UUID second = stage.page(account, service);
    UUID told = stage.subscribe(account, page, "EMAIL", "a@example.org", "VERIFIED", 1);
    stage.subscribe(account, second, "EMAIL", "a@example.org", "VERIFIED", 9);
    stage.subscribe(account, page, 600);
    UUID late = stage.subscribe(account, page, "EMAIL", "z@example.org", "VERIFIED", 2);
    UUID stays = stage.subscribe(account, second, "EMAIL", "z@example.org", "VERIFIED", 8);
    UUID update = stage.post(account, service);
    sync(store.queuePiece());
    assertThat(stage.told(update)).contains(told);
    stage.deliverAll();
    stage.run("DELETE FROM status_page_subscriptions WHERE id = ANY (ARRAY[?, ?])", told, late);
    stage.queueAll(store);
    assertThat(stage.told(update))
        .as("600 readers and one of z, whose other subscription is gone")
        .contains(stays)
        .hasSize(601);
  }

  @Test
  void aSubscriptionThatIsBeingDeletedLeavesItsAddressToTheNext() throws SQLException {
    UUID second = stage.page(account, service);
    UUID leaves = stage.subscribe(account, page, "EMAIL", "a@example.org", "VERIFIED", 1);
    UUID stays = stage.subscribe(account, second, "EMAIL", "a@example.org", "VERIFIED", 2);
    UUID update = stage.post(account, service);
    try (Connection leaving = stage.tables.jdbc()) {
      leaving.setAutoCommit(false);
      AnnouncementFixture.run(
          leaving, "DELETE FROM status_page_subscriptions WHERE id = ?", leaves);
      Future<Progress> piece = store.queuePiece();
      stage.untilWaiting();
      leaving.commit();
      assertThat(sync(piece)).isEqualTo(Progress.QUEUED);
    }
    stage.queueAll(store);
    assertThat(stage.told(update)).containsExactly(stays);
  }

  @Test
  void whoJoinsOrConfirmsAfterThePostIsNotTold() {
    stage.subscribe(account, page, 501);
    UUID waits = stage.subscribe(account, page, "EMAIL", "z1@example.org", "PENDING", 1);
    UUID update = stage.post(account, service);
    // A millisecond is the resolution of both times.
    stage.run("UPDATE announcements SET created_ms = created_ms - 1");
    sync(store.queuePiece());
    stage.deliverAll();
    SubscriptionLinks links = SubscriptionLinks.of(stage.config(), List.of("secret-secret-secret"));
    sync(new LinkStore(stage.database, links).confirm(waits));
    stage.subscribe(account, page, "EMAIL", "z2@example.org", "VERIFIED", 2);
    stage.queueAll(store);
    assertThat(stage.told(update)).hasSize(501);

    UUID next = stage.post(account, service);
    stage.queueAll(store);
    assertThat(stage.told(next)).hasSize(503);
  }

  @Test
  void deletingTheUpdateEndsIt() {
    stage.subscribe(account, page, 1_100);
    UUID update = stage.post(account, service);
    sync(store.queuePiece());
    stage.run("DELETE FROM incident_updates WHERE id = ?", update);
    assertThat(stage.told(update)).isEmpty();
    assertThat(announcements()).isZero();
    assertThat(sync(store.queuePiece())).isEqualTo(Progress.NONE);
  }

  @Test
  void aPieceAndTheDeletionOfItsUpdateDoNotWaitForEachOther() throws SQLException {
    stage.subscribe(account, page, 10);
    UUID update = stage.post(account, service);
    try (Connection deleting = stage.tables.jdbc()) {
      deleting.setAutoCommit(false);
      AnnouncementFixture.run(deleting, "DELETE FROM incident_updates WHERE id = ?", update);
      assertThat(sync(store.queuePiece())).isEqualTo(Progress.WAITING);
      deleting.rollback();
    }
    stage.queueAll(store);
    assertThat(stage.told(update)).hasSize(10);
  }

  @Test
  void accountsTakeTurns() {
    stage.subscribe(account, page, 30_000);
    UUID large = stage.post(account, service);
    sync(store.queuePiece());
    stage.deliverAll();
    UUID small = stage.account();
    UUID web = stage.service(small);
    stage.subscribe(small, stage.page(small, web), 3);
    List<UUID> updates = List.of(stage.post(small, web), stage.post(small, web));
    sync(store.queuePiece());
    assertThat(stage.told(updates.get(0))).hasSize(3);
    sync(store.queuePiece());
    assertThat(stage.told(large)).hasSize(1_000);
    stage.deliverAll();
    sync(store.queuePiece());
    assertThat(stage.told(updates.get(1))).hasSize(3);
  }

  @Test
  void updatesOfAnAccountFollowOneAnother() {
    stage.subscribe(account, page, 600);
    stage.run("UPDATE status_page_subscriptions SET verified_ms = 0");
    UUID first = stage.post(account, service);
    stage.run("UPDATE announcements SET created_ms = created_ms - 1000");
    UUID second = stage.post(account, service);
    sync(store.queuePiece());
    stage.deliverAll();
    sync(store.queuePiece());
    assertThat(stage.told(first)).hasSize(600);
    assertThat(stage.told(second)).isEmpty();
  }

  @Test
  void slowsDownWhileManyMessagesOfTheAccountAreDue() {
    stage.subscribe(account, page, 1_200);
    UUID update = stage.post(account, service);
    assertThat(sync(store.queuePiece())).isEqualTo(Progress.QUEUED);
    assertThat(sync(store.queuePiece())).isEqualTo(Progress.WAITING);
    stage.run("UPDATE announcements SET moved_ms = moved_ms - 5000");
    assertThat(sync(store.queuePiece())).as("every five seconds").isEqualTo(Progress.QUEUED);
    assertThat(sync(store.queuePiece())).isEqualTo(Progress.WAITING);
    stage.run("UPDATE deliveries SET due_ms = due_ms + 60000");
    assertThat(sync(store.queuePiece())).as("they wait to be retried").isEqualTo(Progress.QUEUED);
    assertThat(stage.told(update)).hasSize(1_200);
  }

  @Test
  void messagesCountFromWhenTheUpdateWasPosted() {
    stage.subscribe(account, page, 1);
    stage.post(account, service);
    stage.run("UPDATE announcements SET created_ms = created_ms - 7000");
    stage.run("UPDATE status_page_subscriptions SET verified_ms = 0");
    stage.queueAll(store);
    assertThat(
            stage.tables.count(
                "SELECT count(*) FROM deliveries WHERE expires_ms = created_ms + 86400000"
                    + " AND created_ms BETWEEN epoch_millis() - 60000 AND epoch_millis() - 7000"
                    + " AND due_ms > epoch_millis() - 6000"))
        .isOne();
  }
}
