package dev.belfry.account.people;

import dev.belfry.api.auth.Role;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of the members of accounts. */
final class MemberStore {
  private static final String ENTRIES =
      """
      (SELECT m.user_id AS id, m.account_id, 'member' AS type, u.name, u.email, m.role,
        'ACTIVE' AS status, m.created_at, m.updated_at, NULL::timestamptz AS expires_at,
        NULL AS inviter, EXISTS (SELECT FROM second_factors f
          WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS second_factor,
        NULL AS mail, NULL AS mail_problem
      FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.account_id = $1
      UNION ALL
      SELECT i.id, i.account_id, 'invite', NULL, i.email, i.role,
        CASE WHEN i.expires_at > now() THEN 'PENDING' ELSE 'EXPIRED' END, i.created_at,
        i.created_at, i.expires_at, b.email, false, coalesce(d.state, 'NOT_SENT'), d.problem
      FROM invitations i LEFT JOIN users b ON b.id = i.invited_by
        LEFT JOIN invitation_mails d ON d.invitation_id = i.id
      WHERE i.account_id = $1) AS e""";

  private static final String READ =
      "SELECT " + MembershipRow.COLUMNS + " FROM " + ENTRIES + " WHERE e.id = $2";

  private static final String LIST =
      "SELECT "
          + MembershipRow.COLUMNS
          + " FROM "
          + ENTRIES
          + """
           WHERE ($2::uuid IS NULL OR e.id >= $2)
            AND ($3::text IS NULL
              OR strpos(lower(coalesce(e.name, '') || ' ' || e.email), lower($3)) > 0)
            AND ($4::text IS NULL OR e.type = $4) AND ($5::text IS NULL OR e.role = $5)
            AND ($6::text IS NULL OR e.status = $6)
          ORDER BY e.id LIMIT $7""";

  /** The member and all owners, so that two changes of owners wait for each other. */
  private static final String HOLD =
      """
      SELECT m.user_id, m.role FROM memberships m
      WHERE m.account_id = $1 AND (m.user_id = $2 OR m.role = 'OWNER')
      ORDER BY m.user_id FOR UPDATE""";

  private static final String CHANGE =
      """
      UPDATE memberships SET role = $3, updated_at = now()
      WHERE account_id = $1 AND user_id = $2 AND role <> $3""";

  private static final String REMOVE =
      "DELETE FROM memberships WHERE account_id = $1 AND user_id = $2";

  private static final String CHANGE_INVITATION =
      "UPDATE invitations SET role = $3 WHERE account_id = $1 AND id = $2 RETURNING id";

  private static final String WITHDRAW =
      "DELETE FROM invitations WHERE account_id = $1 AND id = $2 RETURNING id";

  private static final String INVITATION =
      "SELECT role FROM invitations WHERE account_id = $1 AND id = $2 FOR UPDATE";

  private final Database database;

  MemberStore(Database database) {
    this.database = database;
  }

  /** Judges a change of a member; throws what the request fails with. */
  @FunctionalInterface
  interface Rule {
    /**
     * Requires that the change is allowed.
     *
     * @param owners how many the account has
     */
    void require(Role before, int owners);
  }

  Future<List<MembershipRow>> list(MemberFilter filter, int most) {
    return database
        .query(
            LIST,
            Tuple.of(filter.account(), filter.start(), filter.search(), filter.type())
                .addString(filter.role() == null ? null : filter.role().name())
                .addString(filter.status())
                .addInteger(most))
        .map(rows -> Rows.list(rows, MembershipRow::of));
  }

  /**
   * Changes the role of a member or an invitation, or removes it; the entry as it is then, empty
   * when there is none. Fails as the rule does.
   *
   * @param after null to remove
   */
  Future<Optional<MembershipRow>> change(UUID account, UUID id, @Nullable Role after, Rule rule) {
    return database.transaction(
        connection ->
            connection
                .preparedQuery(HOLD)
                .execute(Tuple.of(account, id))
                .compose(held -> apply(connection, account, id, after, rule, held)));
  }

  private static Future<Optional<MembershipRow>> apply(
      SqlConnection connection,
      UUID account,
      UUID id,
      @Nullable Role after,
      Rule rule,
      RowSet<Row> held) {
    Role before = null;
    int owners = 0;
    for (Row row : held) {
      Role role = Role.valueOf(row.getString(1));
      owners += role == Role.OWNER ? 1 : 0;
      before = id.equals(row.getUUID(0)) ? role : before;
    }
    Tuple one = Tuple.of(account, id);
    if (before == null) {
      // An invitation of an owner counts as one more beside owners.
      int counted = owners == 0 ? 0 : owners + 1;
      return connection
          .preparedQuery(INVITATION)
          .execute(one)
          .compose(
              found -> {
                if (found.size() == 0) {
                  return Future.succeededFuture(Optional.empty());
                }
                rule.require(Role.valueOf(found.iterator().next().getString(0)), counted);
                return write(connection, one, after, after == null ? WITHDRAW : CHANGE_INVITATION);
              });
    }
    rule.require(before, owners);
    return write(connection, one, after, after == null ? REMOVE : CHANGE);
  }

  private static Future<Optional<MembershipRow>> write(
      SqlConnection connection, Tuple one, @Nullable Role after, String sql) {
    Tuple read = Tuple.of(one.getUUID(0), one.getUUID(1));
    if (after != null) {
      return connection
          .preparedQuery(sql)
          .execute(one.addString(after.name()))
          .compose(done -> connection.preparedQuery(READ).execute(read))
          .map(rows -> Rows.first(rows, MembershipRow::of));
    }
    return connection
        .preparedQuery(READ)
        .execute(read)
        .compose(
            rows ->
                connection
                    .preparedQuery(sql)
                    .execute(one)
                    .map(Rows.first(rows, MembershipRow::of)));
  }
}
