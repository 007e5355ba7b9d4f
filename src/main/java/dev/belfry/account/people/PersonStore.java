package dev.belfry.account.people;

import dev.belfry.api.auth.Role;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of persons and their sessions. */
final class PersonStore {
  /** The account asked for, else that of the newest session, else the first. */
  private static final String FIND =
      """
      SELECT u.id, u.email, u.name, u.password_hash, (
        SELECT m.account_id FROM memberships m WHERE m.user_id = u.id
          AND ($2::uuid IS NULL OR m.account_id = $2)
        ORDER BY (SELECT max(s.created_at) FROM console_sessions s
          WHERE s.user_id = u.id AND s.account_id = m.account_id) DESC NULLS LAST, m.created_at
        LIMIT 1), u.time_zone, u.language
      FROM users u WHERE %s""";

  private static final String FIND_BY_EMAIL = FIND.formatted("u.email = $1");
  private static final String FIND_BY_ID = FIND.formatted("u.id = $1");

  /**
   * Holds the membership, so that the role is the one after any change under way. Every instance
   * keeps the ids of ended sessions in memory, so their number for a person is bounded.
   */
  private static final String BEGIN =
      """
      WITH held AS MATERIALIZED (SELECT m.role FROM memberships m
        WHERE m.account_id = $3 AND m.user_id = $2 FOR SHARE),
      begun AS (INSERT INTO console_sessions
          (id, user_id, account_id, user_agent, network, created_at, seen_at, expires_at, way)
        SELECT $1, $2, $3, $4, $5, $6, $6, $7, $9 FROM held
        WHERE (SELECT count(*) FROM console_sessions s
          WHERE s.user_id = $2 AND s.created_at > $6::timestamptz - interval '1 day') < $8
        RETURNING id)
      SELECT h.role, b.id IS NOT NULL FROM held h LEFT JOIN begun b ON true""";

  /** A person who signs in more often than this ends the oldest session. */
  private static final String END_SURPLUS =
      """
      UPDATE console_sessions SET ended_at = now() WHERE id IN (
        SELECT s.id FROM console_sessions s
        WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.expires_at > now()
        ORDER BY s.created_at DESC, s.id DESC OFFSET $2)""";

  private static final String LIST =
      """
      SELECT s.id, s.account_id, a.name, s.user_agent, s.network, s.created_at, s.seen_at,
        s.expires_at
      FROM console_sessions s JOIN accounts a ON a.id = s.account_id
      WHERE s.user_id = $1 AND s.ended_at IS NULL AND s.expires_at > now()
      ORDER BY s.created_at DESC, s.id DESC LIMIT $2""";

  private static final String END =
      """
      UPDATE console_sessions SET ended_at = now()
      WHERE id = $1 AND user_id = $2 AND ended_at IS NULL""";

  private static final String END_OTHERS =
      """
      UPDATE console_sessions SET ended_at = now()
      WHERE user_id = $1 AND id IS DISTINCT FROM $2 AND ended_at IS NULL""";

  private static final String SEEN =
      """
      UPDATE console_sessions SET seen_at = now()
      WHERE id = $1 AND seen_at < now() - interval '10 minutes'""";

  private static final String SET_PASSWORD =
      "UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2";

  private static final String ACCOUNTS =
      """
      SELECT a.id, a.name, m.role FROM memberships m JOIN accounts a ON a.id = m.account_id
      WHERE m.user_id = $1 ORDER BY lower(a.name), a.id LIMIT 100""";

  static final int MOST_SESSIONS = 20;

  /** Sessions that a person may begin within a day. */
  static final int MOST_A_DAY = 200;

  private static final long PAUSE_SECONDS = 3_600;

  private final Database database;

  PersonStore(Database database) {
    this.database = database;
  }

  /** An account of a person. */
  record OwnAccount(UUID id, String name, Role role) {}

  Future<Optional<PersonRow>> find(String email, @Nullable UUID account) {
    return one(FIND_BY_EMAIL, Tuple.of(email, account));
  }

  Future<Optional<PersonRow>> find(UUID person, @Nullable UUID account) {
    return one(FIND_BY_ID, Tuple.of(person, account));
  }

  private Future<Optional<PersonRow>> one(String sql, Tuple parameters) {
    return database
        .query(sql, parameters)
        .map(
            rows ->
                Rows.first(
                    rows,
                    row ->
                        new PersonRow(
                            row.getUUID(0),
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            row.getUUID(4),
                            row.getString(5),
                            row.getString(6))));
  }

  /**
   * Stores a session and ends those that are too many; the role in the account, empty when the
   * person is no member of it. Fails with a 429 when the person has begun too many within a day.
   */
  Future<Optional<Role>> begin(
      UUID id,
      UUID person,
      UUID account,
      SignInMeans means,
      OffsetDateTime now,
      OffsetDateTime end) {
    BrowserInfo browser = means.browser();
    Tuple session =
        Tuple.of(id, person, account, browser.userAgent(), browser.network(), now)
            .addValue(end)
            .addInteger(MOST_A_DAY)
            .addString(means.way().name());
    return database.transaction(
        connection ->
            connection
                .preparedQuery(BEGIN)
                .execute(session)
                .map(rows -> Rows.first(rows, PersonStore::begun))
                .compose(
                    role ->
                        connection
                            .preparedQuery(END_SURPLUS)
                            .execute(Tuple.of(person, MOST_SESSIONS))
                            .map(role)));
  }

  private static Role begun(Row row) {
    if (!row.getBoolean(1)) {
      throw ApiException.tooMany(
          "You have begun %d sessions within a day".formatted(MOST_A_DAY), PAUSE_SECONDS);
    }
    return Role.valueOf(row.getString(0));
  }

  /** The sessions of a person that are in force, newest first. */
  Future<List<SessionRow>> list(UUID person) {
    return database
        .query(LIST, Tuple.of(person, MOST_SESSIONS))
        .map(rows -> Rows.list(rows, SessionRow::of));
  }

  /** Ends a session; false when the person has none of that id in force. */
  Future<Boolean> end(UUID person, UUID session) {
    return database.change(END, Tuple.of(session, person)).map(rows -> rows.rowCount() > 0);
  }

  /** Renews the time at which a session was seen, unless it is recent. */
  Future<Void> seen(UUID session) {
    return database.query(SEEN, Tuple.of(session)).mapEmpty();
  }

  /**
   * Stores another password and ends the other sessions; false when the password was changed since.
   */
  Future<Boolean> setPassword(PersonRow person, String hash, UUID session) {
    return database.transaction(
        connection ->
            connection
                .preparedQuery(SET_PASSWORD)
                .execute(Tuple.of(person.id(), person.passwordHash(), hash))
                .compose(
                    rows ->
                        rows.rowCount() == 0
                            ? Future.succeededFuture(false)
                            : endSessions(connection, person.id(), session).map(true)));
  }

  /**
   * Ends the sessions of a person within the caller's transaction.
   *
   * @param but goes on, null for none
   */
  static Future<Void> endSessions(SqlConnection connection, UUID person, @Nullable UUID but) {
    return connection.preparedQuery(END_OTHERS).execute(Tuple.of(person, but)).mapEmpty();
  }

  /** The accounts of a person, by name. */
  Future<List<OwnAccount>> accounts(UUID person) {
    return database
        .query(ACCOUNTS, Tuple.of(person))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new OwnAccount(
                            row.getUUID(0), row.getString(1), Role.valueOf(row.getString(2)))));
  }
}
