package dev.belfry.statuspages.incident;

import static dev.belfry.platform.db.BulkStatement.Column.FLAG;
import static dev.belfry.platform.db.BulkStatement.Column.GUID;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import dev.belfry.statuspages.subscription.Announcements;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of incident updates. Who changes them holds the lock on their incident. */
final class IncidentUpdateStore {
  private static final String COLUMNS =
      """
      id, description, status, public_date, notify_subscribers, created_at, posted_by,
        actor_name(account_id, posted_by)""";

  private static final String READ =
      "SELECT "
          + COLUMNS
          + " FROM incident_updates WHERE id = $1 AND incident_id = $2 AND account_id = $3";

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + """
             FROM incident_updates WHERE incident_id = $1 AND account_id = $2
            ORDER BY public_date DESC, created_at DESC, id DESC LIMIT $3""";

  private static final String INSERT =
      """
      INSERT INTO incident_updates (incident_id, account_id,
        id, description, status, public_date, notify_subscribers, created_at, posted_by)
      SELECT $1, $2, u.*, actor_of_statement() ->> 0 FROM unnest(
        $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::boolean[], $8::timestamptz[]) AS u""";

  private static final String EDIT =
      """
      UPDATE incident_updates
      SET description = coalesce($4, description), status = coalesce($5, status),
          public_date = coalesce($6, public_date),
          notify_subscribers = coalesce($7, notify_subscribers)
      WHERE id = $1 AND incident_id = $2 AND account_id = $3 RETURNING\s"""
          + COLUMNS;

  private static final String DELETE =
      "DELETE FROM incident_updates WHERE id = $1 AND incident_id = $2 AND account_id = $3";

  private static final String ANY =
      "SELECT 1 FROM incident_updates WHERE incident_id = $1 AND account_id = $2 LIMIT 1";

  private static final String POST =
      SqlResource.read(IncidentUpdateStore.class, "insert-updates.sql");

  private static final String CORRECT =
      SqlResource.read(IncidentUpdateStore.class, "edit-updates.sql");

  private static final String REMOVE =
      SqlResource.read(IncidentUpdateStore.class, "delete-updates.sql");

  private final Database database;
  private final BulkStatement post;
  private final BulkStatement correct;
  private final BulkStatement remove;

  IncidentUpdateStore(Database database) {
    this.database = database;
    this.post = database.bulkWrite(POST, GUID, GUID, TEXT, TEXT, TIME, FLAG, TIME);
    this.correct = database.bulkWrite(CORRECT, GUID, GUID, TEXT, TEXT, TIME, FLAG, TIME);
    this.remove = database.bulkWrite(REMOVE, GUID, GUID, TIME);
  }

  /**
   * Posts an update, and announces it if it asks for it. Empty, and nothing posted, when the
   * account lacks the incident, or when something was in the way.
   */
  Future<Optional<IncidentUpdateRow>> post(UUID account, UUID incident, IncidentUpdateRow posted) {
    return post.execute(
            account,
            incident,
            posted.id(),
            posted.description(),
            posted.status().name(),
            posted.publicDate(),
            posted.notifySubscribers(),
            posted.createdAt())
        .map(done -> done.map(row -> posted.by(row.getString(0), row.getString(1))));
  }

  /**
   * Changes an update; an absent member keeps its value. Empty, and nothing changed, when the
   * incident has no such update, or when something was in the way.
   */
  Future<Optional<IncidentUpdateRow>> correct(
      UUID account, UUID incident, UUID id, IncidentUpdateDraft edit, OffsetDateTime now) {
    IncidentStatus status = edit.status().value();
    return correct
        .execute(
            account,
            incident,
            id,
            edit.description().value(),
            status == null ? null : status.name(),
            edit.publicDate().value(),
            edit.notifySubscribers().value(),
            now)
        .map(found -> found.map(IncidentUpdateRow::of));
  }

  /**
   * Deletes an update that is not the only one of its incident. False, and nothing deleted, when
   * the incident has no such update or no other, or when something was in the way.
   */
  Future<Boolean> remove(UUID account, UUID incident, UUID id, OffsetDateTime now) {
    return remove.execute(account, incident, id, now).map(Optional::isPresent);
  }

  Future<Optional<IncidentUpdateRow>> read(UUID account, UUID incident, UUID id) {
    return database
        .query(READ, Tuple.of(id, incident, account))
        .map(rows -> Rows.first(rows, IncidentUpdateRow::of));
  }

  /** Reads what the transaction has written. */
  Future<Optional<IncidentUpdateRow>> read(
      SqlConnection connection, UUID account, UUID incident, UUID id) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(id, incident, account))
        .map(rows -> Rows.first(rows, IncidentUpdateRow::of));
  }

  /** At most {@code most} updates of an incident, newest public date first. */
  Future<List<IncidentUpdateRow>> list(UUID account, UUID incident, int most) {
    return database
        .read(LIST, Tuple.of(incident, account, most))
        .map(rows -> Rows.list(rows, IncidentUpdateRow::of));
  }

  Future<Void> insert(
      SqlConnection connection, UUID account, UUID incident, List<IncidentUpdateRow> updates) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(incident, account)
                .addValue(updates.stream().map(IncidentUpdateRow::id).toArray(UUID[]::new))
                .addValue(
                    updates.stream().map(IncidentUpdateRow::description).toArray(String[]::new))
                .addValue(updates.stream().map(row -> row.status().name()).toArray(String[]::new))
                .addValue(
                    updates.stream()
                        .map(IncidentUpdateRow::publicDate)
                        .toArray(OffsetDateTime[]::new))
                .addValue(
                    updates.stream()
                        .map(IncidentUpdateRow::notifySubscribers)
                        .toArray(Boolean[]::new))
                .addValue(
                    updates.stream()
                        .map(IncidentUpdateRow::createdAt)
                        .toArray(OffsetDateTime[]::new)))
        .mapEmpty();
  }

  /** Announces those new updates that ask for it to subscribers. */
  Future<Void> announce(SqlConnection connection, UUID account, List<IncidentUpdateRow> posted) {
    List<UUID> notified =
        posted.stream()
            .filter(IncidentUpdateRow::notifySubscribers)
            .map(IncidentUpdateRow::id)
            .toList();
    return notified.isEmpty()
        ? Future.succeededFuture()
        : Announcements.post(connection, account, notified).mapEmpty();
  }

  /**
   * Changes an update; an absent member keeps its value. Empty when the incident has no such
   * update.
   */
  Future<Optional<IncidentUpdateRow>> edit(
      SqlConnection connection, UUID account, UUID incident, UUID id, IncidentUpdateDraft edit) {
    IncidentStatus status = edit.status().value();
    return connection
        .preparedQuery(EDIT)
        .execute(
            Tuple.of(id, incident, account, edit.description().value())
                .addValue(status == null ? null : status.name())
                .addValue(edit.publicDate().value())
                .addValue(edit.notifySubscribers().value()))
        .map(rows -> Rows.first(rows, IncidentUpdateRow::of));
  }

  /** Deletes an update; false when the incident has no such update. */
  Future<Boolean> delete(SqlConnection connection, UUID account, UUID incident, UUID id) {
    return connection
        .preparedQuery(DELETE)
        .execute(Tuple.of(id, incident, account))
        .map(rows -> rows.rowCount() > 0);
  }

  /** Whether an incident has any update. */
  Future<Boolean> any(SqlConnection connection, UUID account, UUID incident) {
    return connection
        .preparedQuery(ANY)
        .execute(Tuple.of(incident, account))
        .map(rows -> rows.size() > 0);
  }
}
