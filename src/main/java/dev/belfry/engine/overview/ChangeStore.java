package dev.belfry.engine.overview;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;

/** The SQL of what has changed. */
final class ChangeStore {
  private static final String ANY = "SELECT count(*) FROM (SELECT FROM changes LIMIT 1) AS one";

  /**
   * So that nobody writes an older state over a newer one, it comes before the statement's view.
   */
  private static final String ALONE =
      "SELECT pg_try_advisory_xact_lock(hashtext('belfry.changes'))::int";

  /**
   * Takes some of what has changed, brings the list up to date, and says for each account and kind
   * what it was, without ids where they are many. OFFSET 0 has each check looked up by its id,
   * whatever the planner believes of the number of changes.
   */
  private static final String SETTLE =
      """
      WITH gone AS (
        DELETE FROM changes WHERE ctid = ANY (ARRAY(SELECT c.ctid FROM changes c LIMIT $1))
        RETURNING account_id, kind, subject),
      touched AS MATERIALIZED (
        SELECT DISTINCT subject::uuid AS id FROM gone WHERE kind = 'check'),
      seen AS (
        SELECT c.id, c.account_id, c.group_id, c.check_type, c.name, c.url, c.muted, c.tags,
          CASE WHEN NOT c.activated THEN 4 WHEN v.verdict IS NULL THEN 2
            ELSE (ARRAY[3, 1, 0])[least(v.verdict, 2) + 1] END AS state,
          CASE WHEN v.verdict IS NULL THEN NULL WHEN v.verdict = 0 THEN v.newest
            ELSE v.oldest END AS since
        FROM touched t
        CROSS JOIN LATERAL (
          SELECT c.id, c.account_id, c.group_id, c.check_type, c.settings ->> 'name' AS name,
            c.settings #>> '{request,url}' AS url,
            e.activated, e.muted,
            ARRAY(SELECT DISTINCT tag FROM unnest(e.tags) AS tag ORDER BY tag) AS tags
          FROM checks c LEFT JOIN check_groups g ON g.id = c.group_id
          CROSS JOIN LATERAL effective_settings(c.settings, g.settings) AS e
          WHERE c.id = t.id OFFSET 0) AS c
        LEFT JOIN LATERAL (
          SELECT s.verdict, min(s.since_ms) AS oldest, max(s.since_ms) AS newest
          FROM (
            SELECT t.verdict, t.since_ms, k.series_id IS NOT NULL AS runs,
              bool_or(k.series_id IS NOT NULL) OVER () AS any_runs
            FROM series s JOIN series_states t ON t.series_id = s.id
            LEFT JOIN schedules k ON k.series_id = s.id AND k.until_ms IS NULL
            WHERE s.check_id = c.id OFFSET 0) AS s
          WHERE s.runs OR NOT s.any_runs
          GROUP BY s.verdict ORDER BY s.verdict DESC LIMIT 1) AS v ON true),
      kept AS (
        INSERT INTO check_overview AS o (check_id, account_id, group_id, since_ms, state, muted,
          check_type, name, url, tags, words)
        SELECT id, account_id, group_id, since, state, muted, check_type, name, url, tags,
          lower(concat_ws(E'\\n', name, url, array_to_string(tags, E'\\n')))
        FROM seen ORDER BY id
        ON CONFLICT (check_id) DO UPDATE SET group_id = excluded.group_id,
          since_ms = excluded.since_ms, state = excluded.state, muted = excluded.muted,
          check_type = excluded.check_type, name = excluded.name, url = excluded.url,
          tags = excluded.tags, words = excluded.words
        WHERE (o.group_id, o.since_ms, o.state, o.muted, o.check_type, o.name, o.url, o.tags)
          IS DISTINCT FROM (excluded.group_id, excluded.since_ms, excluded.state, excluded.muted,
            excluded.check_type, excluded.name, excluded.url, excluded.tags)),
      left_over AS (
        DELETE FROM check_overview o WHERE o.check_id = ANY (ARRAY(
          SELECT t.id FROM touched t WHERE NOT EXISTS (SELECT FROM seen WHERE seen.id = t.id)))),
      told AS (
        SELECT pg_notify('belfry_events', account_id || ' ' || kind || ' ' || CASE
          WHEN count(DISTINCT subject) <= 50 THEN string_agg(DISTINCT subject, ',') ELSE '' END)
        FROM gone GROUP BY account_id, kind)
      SELECT (SELECT count(*) FROM gone), (SELECT count(*) FROM told)""";

  private final Database database;

  ChangeStore(Database database) {
    this.database = database;
  }

  /**
   * Takes changes unless another instance is at it.
   *
   * @param most how many at most
   * @return how many were taken
   */
  Future<Long> settle(int most) {
    return database
        .query(ANY, Tuple.tuple())
        .map(Rows::number)
        .compose(any -> any == 0 ? Future.succeededFuture(0L) : settleSome(most));
  }

  private Future<Long> settleSome(int most) {
    return database.transaction(
        connection ->
            connection
                .query(ALONE)
                .execute()
                .map(Rows::number)
                .compose(
                    alone ->
                        alone == 0
                            ? Future.succeededFuture(0L)
                            : connection
                                .preparedQuery(SETTLE)
                                .execute(Tuple.of(most))
                                .map(Rows::number)));
  }
}
