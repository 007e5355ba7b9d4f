package dev.belfry.engine.overview;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.ListFilter;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the check overview from Postgres. */
final class OverviewStore {
  /**
   * Looks costly columns up for the page alone. The last parameter is the earliest slot of a run.
   */
  private static final String SHOWN =
      """
      page AS MATERIALIZED (%2$s),
      places AS MATERIALIZED (
        SELECT s.id, s.check_id, s.location FROM page o JOIN series s ON s.check_id = o.check_id),
      newest AS MATERIALIZED (
        SELECT w.check_id, w.location, r.at, r.response_us, r.status
        FROM places w JOIN result_series k ON k.series_id = w.id
        CROSS JOIN LATERAL (
          SELECT r.at, r.response_us, r.status FROM results r
          WHERE r.series_id = k.series_id AND r.attempt = 0 AND r.verdict < 4 AND r.at >= {next}
          ORDER BY r.at DESC LIMIT 1) AS r)
      SELECT o.check_id, o.name, o.check_type, o.url, o.tags, o.group_id, g.name, o.state::int,
        o.muted, o.since_ms, t.expires, r.at, r.response_us, r.status::int, r.location, %1$s
      FROM page o
      LEFT JOIN check_groups g ON g.id = o.group_id AND g.account_id = $1
      LEFT JOIN LATERAL (
        SELECT min(t.certificate_expires_ms) AS expires
        FROM series s JOIN series_states t ON t.series_id = s.id WHERE s.check_id = o.check_id
      ) AS t ON true
      LEFT JOIN (
        SELECT DISTINCT ON (n.check_id) n.* FROM newest n ORDER BY n.check_id, n.at DESC
      ) AS r ON r.check_id = o.check_id
      ORDER BY %3$s""";

  /** All checks, or those in some states: an index has the order, {@link #COUNTS} the number. */
  private static final String PAGE =
      """
      SELECT o.* FROM (SELECT o.check_id FROM check_overview o WHERE {conditions}
        ORDER BY %s {page}) AS page
      JOIN check_overview o ON o.check_id = page.check_id""";

  /** Finds the page and counts all hits in one pass, since few hits lie far apart in an index. */
  private static final String HITS =
      """
      WITH hits AS MATERIALIZED (
        SELECT o.check_id, o.state, o.sort_name, o.since_ms, o.uptime, o.p95_ms
        FROM check_overview o WHERE {conditions}),
      """;

  private static final String PAGE_OF_HITS =
      """
      SELECT o.* FROM (SELECT o.check_id FROM hits o ORDER BY %s {page}) AS h
      JOIN check_overview o ON o.check_id = h.check_id""";

  private static final String COUNT = "SELECT count(*) FROM check_overview o WHERE {conditions}";

  /** Finds one check by its id, with a plan of its own. */
  private static final String ONE =
      "SELECT * FROM check_overview o WHERE {conditions} ORDER BY %s {page}";

  private static final String COUNTS =
      """
      SELECT o.state::int, o.muted, count(*) FROM check_overview o WHERE o.account_id = $1
      GROUP BY o.state, o.muted""";

  private static final String WITH = "WITH ";
  private static final long NEW = Duration.ofDays(2).toMillis();

  private final Database database;

  OverviewStore(Database database) {
    this.database = database;
  }

  /** A page and the number of all selected checks, null for an empty page. */
  record Found(List<OverviewRow> rows, @Nullable Long total) {}

  Future<Found> page(
      OverviewFilter filter, OverviewOrder order, long limit, long offset, long now) {
    ListFilter conditions = conditions(filter);
    return database
        .read(
            conditions.page(sql(filter, order.sql(), order.sql())),
            conditions.parameters(limit, offset).addLong(now - NEW))
        .map(
            rows ->
                new Found(
                    Rows.list(rows, OverviewRow::of),
                    Rows.first(rows, row -> row.getLong(15)).orElse(null)));
  }

  /** A page of a filter that is counted, found from the end of the list. */
  Future<Found> pageFromEnd(
      OverviewFilter filter, OverviewOrder order, long limit, long offset, long total, long now) {
    long shown = Math.min(limit, total - offset);
    ListFilter conditions = conditions(filter);
    return database
        .read(
            conditions.page(sql(filter, order.backwards(), order.sql())),
            conditions.parameters(shown, total - offset - shown).addLong(now - NEW))
        .map(rows -> new Found(Rows.list(rows, OverviewRow::of), total));
  }

  /**
   * @param order in which the page is found
   * @param shown order of its rows
   */
  private static String sql(OverviewFilter filter, String order, String shown) {
    if (filter.check() != null) {
      return WITH + SHOWN.formatted("count(*) OVER ()", ONE.formatted(order), shown);
    }
    if (filter.isCounted()) {
      return WITH + SHOWN.formatted("0::bigint", PAGE.formatted(order), shown);
    }
    return HITS
        + SHOWN.formatted("(SELECT count(*) FROM hits)", PAGE_OF_HITS.formatted(order), shown);
  }

  Future<Long> count(OverviewFilter filter) {
    ListFilter conditions = conditions(filter);
    return database.read(conditions.restrict(COUNT), conditions.parameters()).map(Rows::number);
  }

  Future<OverviewCounts> counts(UUID account) {
    return database
        .read(COUNTS, Tuple.of(account))
        .map(
            rows -> {
              Map<CheckState, Long> byState = new EnumMap<>(CheckState.class);
              long muted = 0;
              for (Row row : rows) {
                byState.merge(CheckState.of(row.getInteger(0)), row.getLong(2), Long::sum);
                muted += row.getBoolean(1) ? row.getLong(2) : 0;
              }
              return new OverviewCounts(byState, muted);
            });
  }

  private static ListFilter conditions(OverviewFilter filter) {
    return new ListFilter("o.account_id = $%d", filter.account())
        .and(
            "o.state = ANY ($%d::smallint[])",
            filter.states().isEmpty()
                ? null
                : filter.states().stream().map(CheckState::code).toArray(Short[]::new))
        .and("o.muted = $%d", filter.muted())
        .and("strpos(o.words, $%d) > 0", filter.search())
        .and("$%d::text = ANY (o.tags)", filter.tag())
        .and("o.group_id = $%d", filter.group())
        .and("o.check_type = $%d", filter.checkType())
        .and("o.check_id = $%d", filter.check());
  }
}
