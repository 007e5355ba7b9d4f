package dev.belfry.statuspages.subscription;

import static dev.belfry.statuspages.subscription.AnnouncementFixture.sync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.db.Database;
import dev.belfry.statuspages.subscription.AnnouncementWorker.Progress;
import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A digest is queued once when it is due, and only if there is something to tell. */
class DigestStoreIT {
  private final AnnouncementFixture stage = new AnnouncementFixture();
  private final DigestStore store = new DigestStore(stage.database);
  private final DigestStore other = new DigestStore(stage.database);
  private final UUID account = stage.account();
  private final UUID service = stage.service(account);
  private final UUID page = stage.page(account, service);

  @AfterEach
  void close() {
    stage.close();
  }

  /** Makes all subscriptions daily ones whose digests are due. */
  private void due() {
    stage.run(
        "UPDATE status_page_subscriptions SET frequency = 'DAILY', digest_hour = 8,"
            + " digest_zone = 'Europe/Berlin', digest_due_ms = 1, digest_told_ms = 0,"
            + " verified_ms = 0");
  }

  /** Posts an update so long ago that digests tell of it. */
  private UUID post(UUID of, UUID about) {
    UUID update = stage.post(of, about);
    stage.run("UPDATE update_audiences SET announced_ms = announced_ms - 60000");
    return update;
  }

  private long digests() {
    return stage.tables.count(
        "SELECT count(*) FROM deliveries JOIN digests ON delivery_id = id WHERE kind = 'DIGEST'");
  }

  private int queueAll(DigestStore by) {
    int pieces = 0;
    for (; sync(by.queuePiece()) == Progress.QUEUED; pieces++) {
      stage.deliverAll();
    }
    return pieces;
  }

  @Test
  void tellsEachOnceAndThenNothing() {
    stage.subscribe(account, page, 450);
    due();
    post(account, service);
    assertThat(queueAll(store)).isEqualTo(3);
    assertThat(digests()).isEqualTo(450);
    assertThat(sync(store.queuePiece())).isEqualTo(Progress.NONE);
    assertThat(
            stage.tables.count(
                "SELECT count(*) FROM status_page_subscriptions WHERE digest_due_ms"
                    + " BETWEEN epoch_millis() AND epoch_millis() + 90000000"))
        .isEqualTo(450);
    stage.run("UPDATE status_page_subscriptions SET digest_due_ms = 1");
    assertThat(queueAll(store)).as("nothing has changed since").isEqualTo(3);
    assertThat(digests()).isEqualTo(450);
  }

  @Test
  void anUpdateTooYoungForADigestIsInTheNext() {
    stage.subscribe(account, page, 1);
    due();
    stage.post(account, service);
    assertThat(queueAll(store)).isOne();
    assertThat(digests()).isZero();
    stage.run(
        "UPDATE update_audiences SET announced_ms = (SELECT digest_told_ms + 1"
            + " FROM status_page_subscriptions)");
    stage.run("UPDATE status_page_subscriptions SET digest_due_ms = 1");
    stage.run("UPDATE update_audiences SET announced_ms = announced_ms - 1000");
    stage.run("UPDATE status_page_subscriptions SET digest_told_ms = digest_told_ms - 2000");
    assertThat(queueAll(store)).isOne();
    assertThat(digests()).isOne();
  }

  @Test
  void tellsConfirmedSubscribersOfWhatTheyChoseAndNoOthers() {
    UUID mail = stage.service(account);
    stage.run(
        "INSERT INTO status_page_services (account_id, page_id, card_id, service_id, position)"
            + " SELECT account_id, page_id, id, ?, 2 FROM status_page_cards WHERE page_id = ?",
        mail,
        page);
    UUID all = stage.subscribe(account, page, "EMAIL", "a@example.org", "VERIFIED", 1);
    UUID chose = stage.subscribe(account, page, "EMAIL", "b@example.org", "VERIFIED", 2);
    UUID not = stage.subscribe(account, page, "EMAIL", "c@example.org", "VERIFIED", 3);
    stage.subscribe(account, page, "EMAIL", "d@example.org", "PENDING", 4);
    stage.run(
        "UPDATE status_page_subscriptions SET service_ids = ARRAY[?::uuid] WHERE id = ?",
        service,
        chose);
    stage.run(
        "UPDATE status_page_subscriptions SET service_ids = ARRAY[?::uuid] WHERE id = ?",
        mail,
        not);
    due();
    UUID update = post(account, service);
    stage.queueAll(new AnnouncementStore(stage.database));
    assertThat(stage.told(update)).as("at once").isEmpty();
    queueAll(store);
    assertThat(
            stage.tables.count(
                "SELECT count(*) FROM deliveries WHERE kind = 'DIGEST' AND subscription_id IN ('"
                    + all
                    + "', '"
                    + chose
                    + "')"))
        .isEqualTo(2);
    assertThat(digests()).isEqualTo(2);
  }

  @Test
  void whoConfirmsLaterIsToldOfWhatComesAfterThat() {
    stage.subscribe(account, page, 1);
    due();
    post(account, service);
    stage.run("UPDATE status_page_subscriptions SET verified_ms = epoch_millis()");
    queueAll(store);
    assertThat(digests()).isZero();
  }

  @Test
  void twoWorkersAtOnceRepeatNothing() {
    stage.subscribe(account, page, 900);
    due();
    post(account, service);
    for (int round = 0; round < 20 && digests() < 900; round++) {
      List<Future<Progress>> pieces =
          List.of(store.queuePiece(), other.queuePiece(), store.queuePiece(), other.queuePiece());
      pieces.forEach(AnnouncementFixture::sync);
      stage.deliverAll();
    }
    assertThat(digests()).isEqualTo(900);
    assertThat(
            stage.tables.count(
                "SELECT count(DISTINCT subscription_id) FROM deliveries WHERE kind = 'DIGEST'"))
        .isEqualTo(900);
  }

  @Test
  void aPieceWhoseInstanceDiesIsDoneByAnother() throws SQLException {
    stage.subscribe(account, page, 3);
    due();
    post(account, service);
    Database instance = stage.instance();
    try (Connection lock = stage.tables.jdbc()) {
      lock.setAutoCommit(false);
      AnnouncementFixture.run(lock, "LOCK TABLE digests IN EXCLUSIVE MODE");
      Future<Progress> dying = new DigestStore(instance).queuePiece();
      stage.untilWaiting();
      assertThat(sync(other.queuePiece())).as("not at the same time").isEqualTo(Progress.WAITING);
      sync(instance.close());
      stage.run(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE datname = current_database() AND wait_event_type = 'Lock'");
      assertThatThrownBy(() -> sync(dying)).isNotNull();
    }
    assertThat(digests()).isZero();
    assertThat(queueAll(other)).isOne();
    assertThat(digests()).isEqualTo(3);
  }

  @Test
  void accountsTakeTurnsAndWaitWhileManyOfTheirMessagesAreDue() {
    stage.subscribe(account, page, 900);
    UUID small = stage.account();
    UUID web = stage.service(small);
    stage.subscribe(small, stage.page(small, web), 1);
    due();
    post(account, service);
    post(small, web);
    sync(store.queuePiece());
    sync(store.queuePiece());
    assertThat(
            stage.tables.count(
                "SELECT count(*) FROM deliveries WHERE account_id = '" + small + "'"))
        .isOne();
    sync(store.queuePiece());
    sync(store.queuePiece());
    assertThat(sync(store.queuePiece())).as("600 are due").isEqualTo(Progress.WAITING);
    stage.deliverAll();
    assertThat(sync(store.queuePiece())).isEqualTo(Progress.QUEUED);
  }
}
