package dev.belfry.engine.session;

import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** Finds the activated checks that a client selects to run. */
public final class MatchingChecks {
  /**
   * OFFSET 0 has the tags of a check computed once, not for each tag that is asked for. The lock
   * keeps checks from being deleted before their runs are opened.
   */
  private static final String MATCHING =
      """
      SELECT c.id FROM checks c LEFT JOIN check_groups g ON g.id = c.group_id
      CROSS JOIN LATERAL (
        SELECT activated, tags FROM effective_settings(c.settings, g.settings) OFFSET 0) AS e
      WHERE c.account_id = $1 AND c.settings ? 'request' AND e.activated
        AND ($2::uuid[] IS NULL OR c.id = ANY ($2))
        AND ($3::text IS NULL OR EXISTS (
          SELECT FROM jsonb_array_elements($3::text::jsonb) AS asked (tags) WHERE NOT EXISTS (
            SELECT FROM jsonb_array_elements_text(asked.tags) AS one (tag)
            WHERE CASE WHEN tag LIKE '!%' THEN substr(tag, 2) = ANY (e.tags)
              ELSE tag <> ALL (e.tags) END)))
      ORDER BY c.id LIMIT $4 FOR KEY SHARE OF c""";

  private MatchingChecks() {}

  /** The ids of at most so many activated checks that match; fails when the statement does. */
  public static Future<List<UUID>> find(
      SqlConnection connection, UUID account, SessionTarget target, int most) {
    List<UUID> checks = target.checks();
    return connection
        .preparedQuery(MATCHING)
        .execute(
            Tuple.tuple()
                .addUUID(account)
                .addArrayOfUUID(checks == null ? null : checks.toArray(UUID[]::new))
                .addString(target.tags())
                .addInteger(most))
        .map(rows -> Rows.list(rows, row -> row.getUUID(0)));
  }
}
