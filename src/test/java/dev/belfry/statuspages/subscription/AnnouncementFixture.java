package dev.belfry.statuspages.subscription;

import dev.belfry.app.TestApp;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.statuspages.subscription.AnnouncementWorker.Progress;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A database with accounts, pages and subscribers, and no instance that queues or delivers. */
final class AnnouncementFixture implements AutoCloseable {
  final TestDatabase tables = TestDatabase.createMigrated();
  private final Vertx vertx = Vertx.vertx();
  final Database database = instance();

  /** The connections of another instance, for the caller to close. */
  Database instance() {
    return new Database(vertx, tables.address(), config().database(), 4);
  }

  Config config() {
    return TestApp.config(tables.address(), Map.of());
  }

  UUID account() {
    UUID account = UUID.randomUUID();
    run(
        "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, 'A', '{}', now())",
        account);
    return account;
  }

  UUID service(UUID account) {
    UUID service = UUID.randomUUID();
    run(
        "INSERT INTO services (id, account_id, name, created_at) VALUES (?, ?, 'Web', now())",
        service,
        account);
    return service;
  }

  /** A page that shows a service. */
  UUID page(UUID account, UUID service) {
    UUID page = UUID.randomUUID();
    UUID card = UUID.randomUUID();
    run(
        "INSERT INTO status_pages (id, account_id, settings, created_at) VALUES (?, ?, ?::jsonb,"
            + " now())",
        page,
        account,
        "{\"name\":\"P\",\"url\":\"" + page + "\"}");
    run(
        "INSERT INTO status_page_cards (id, account_id, page_id, name, position, created_at)"
            + " VALUES (?, ?, ?, 'C', 1, now())",
        card,
        account,
        page);
    run(
        "INSERT INTO status_page_services (account_id, page_id, card_id, service_id, position)"
            + " VALUES (?, ?, ?, ?, 1)",
        account,
        page,
        card,
        service);
    return page;
  }

  /** Confirmed subscribers reader00001@example.org and so on, with random ids. */
  void subscribe(UUID account, UUID page, int count) {
    run(
"""
INSERT INTO status_page_subscriptions
  (id, account_id, page_id, type, address, status, created_at, updated_at)
SELECT gen_random_uuid(), ?, ?, 'EMAIL', 'reader' || to_char(n, 'FM00000') || '@example.org',
  'VERIFIED', now(), now()
FROM generate_series(1, ?) n""",
        account,
        page,
        count);
  }

  /** A subscription whose id sorts by {@code age}, the oldest being 1. */
  UUID subscribe(UUID account, UUID page, String type, String address, String status, int age) {
    UUID id = new UUID(age, UUID.randomUUID().getLeastSignificantBits());
    run(
        """
        INSERT INTO status_page_subscriptions
          (id, account_id, page_id, type, address, status, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, now(), now())""",
        id,
        account,
        page,
        type,
        address,
        status);
    return id;
  }

  /** Posts an update about a service in a transaction, and returns its id. */
  UUID post(UUID account, UUID service) {
    UUID incident = UUID.randomUUID();
    UUID update = UUID.randomUUID();
    run(
        "INSERT INTO incidents (id, account_id, name, severity, created_at)"
            + " VALUES (?, ?, 'Down', 'MAJOR', now())",
        incident,
        account);
    run(
        "INSERT INTO incident_services (account_id, incident_id, service_id, position)"
            + " VALUES (?, ?, ?, 1)",
        account,
        incident,
        service);
    run(
        """
        INSERT INTO incident_updates (id, account_id, incident_id, description, status,
          public_date, notify_subscribers, created_at)
        VALUES (?, ?, ?, 'Looking', 'INVESTIGATING', now(), true, now())""",
        update,
        account,
        incident);
    sync(
        database.transaction(
            connection -> Announcements.post(connection, account, List.of(update))));
    return update;
  }

  /** Queues pieces until nothing is left; messages are delivered at once. */
  int queueAll(AnnouncementStore store) {
    int pieces = 0;
    for (; sync(store.queuePiece()) == Progress.QUEUED; pieces++) {
      deliverAll();
    }
    return pieces;
  }

  void deliverAll() {
    run("UPDATE deliveries SET state = 'DELIVERED' WHERE state = 'PENDING'");
  }

  /** The subscriptions with a delivery of an update. */
  List<UUID> told(UUID update) {
    List<UUID> told = new ArrayList<>();
    try (Connection connection = tables.jdbc();
        PreparedStatement read =
            connection.prepareStatement(
                "SELECT subscription_id FROM deliveries WHERE update_id = ?")) {
      read.setObject(1, update);
      ResultSet rows = read.executeQuery();
      while (rows.next()) {
        told.add(rows.getObject(1, UUID.class));
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return told;
  }

  /** Waits until a statement waits for a lock. */
  void untilWaiting() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (tables.count(
            "SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
        == 0) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("nothing waits");
      }
      Polling.pause();
    }
  }

  void run(String sql, Object... values) {
    try (Connection connection = tables.jdbc()) {
      run(connection, sql, values);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  static void run(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.execute();
    }
  }

  static <T> T sync(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    sync(database.close());
    sync(vertx.close());
    tables.close();
  }
}
