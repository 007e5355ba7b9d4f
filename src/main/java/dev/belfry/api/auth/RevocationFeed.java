package dev.belfry.api.auth;

import dev.belfry.api.auth.RestrictedMembers.Membership;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads which keys have been revoked, which sessions have ended and which members have to set up a
 * second factor; asked with every heartbeat, several times a second. It does not read again what it
 * knows, so that an account that revokes many keys slows down no other. One reading in a thousand
 * is of all keys, and forgets those that have expired. Confined to an event loop.
 */
public final class RevocationFeed implements Function<SqlClient, Future<Void>> {
  /** One in some minutes. */
  private static final int WHOLE_EVERY = 1_000;

  /** A revocation has the time at which its transaction began, and is seen when that ends. */
  private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(10);

  /**
   * Each instance judges by its own clock whether a key has expired, and an expired key need not be
   * known. An instance whose clock is behind by less than a week knows it all the same.
   */
  private static final String REVOKED =
      """
      SELECT id, NULL::uuid AS account, NULL::uuid AS person, NULL::boolean AS restricted
      FROM api_keys WHERE revoked_at IS NOT NULL
        AND (expires_at IS NULL OR expires_at > now() - interval '7 days') %s
      UNION ALL
      SELECT id, NULL, NULL, NULL FROM console_sessions WHERE ended_at IS NOT NULL
        AND expires_at > now() - interval '7 days' %s
      UNION ALL
      SELECT NULL, account_id, user_id, restricted FROM memberships WHERE %s""";

  /** With the time of the reading in each row, of which there is one at least. */
  private static final String READ =
      """
      SELECT now(), r.id, r.account, r.person, r.restricted
      FROM (VALUES (1)) AS one LEFT JOIN (%s) AS r ON true""";

  private static final String ALL = READ.formatted(REVOKED.formatted("", "", "restricted"));
  private static final String SINCE =
      READ.formatted(
          REVOKED.formatted(
              "AND revoked_at > $1", "AND ended_at > $1", "restriction_changed_at > $1"));

  private final RevokedKeys revoked;
  private final RestrictedMembers members;
  private int readings;
  private @Nullable OffsetDateTime last;

  /**
   * @param members whose sessions are restricted
   */
  public RevocationFeed(RevokedKeys revoked, RestrictedMembers members) {
    this.revoked = revoked;
    this.members = members;
  }

  /** What a row says of a member. */
  private record Restriction(Membership member, boolean isRestricted) {}

  /** Completes when the keys are known; fails as the statement does. */
  @Override
  public Future<Void> apply(SqlClient client) {
    OffsetDateTime before = readings % WHOLE_EVERY == 0 ? null : last;
    return (before == null
            ? client.preparedQuery(ALL).execute()
            : client.preparedQuery(SINCE).execute(Tuple.of(before.minus(LONGEST_TRANSACTION))))
        .map(
            rows -> {
              readings++;
              take(rows, before);
              return null;
            });
  }

  private void take(RowSet<Row> rows, @Nullable OffsetDateTime before) {
    List<UUID> ids = new ArrayList<>(rows.size());
    List<Restriction> restrictions = new ArrayList<>(0);
    for (Row row : rows) {
      last = row.getOffsetDateTime(0);
      UUID id = row.getUUID(1);
      if (id != null) {
        ids.add(id);
      } else if (row.getUUID(2) != null) {
        restrictions.add(
            new Restriction(new Membership(row.getUUID(2), row.getUUID(3)), row.getBoolean(4)));
      }
    }
    if (before == null) {
      revoked.replace(ids);
      members.replace(restrictions.stream().map(Restriction::member).toList());
      return;
    }
    revoked.add(ids);
    restrictions.forEach(one -> members.set(one.member(), one.isRestricted()));
    if (last != null && last.isBefore(before)) {
      last = null; // The database's clock was set back: the next reading is of all keys.
    }
  }
}
