package dev.belfry.engine.overview;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The order of the check overview. */
enum OverviewOrder {
  /** The most urgent state first. */
  STATE("o.state, o.sort_name, o.check_id"),
  NAME("o.sort_name, o.check_id"),
  NAME_DESC("o.sort_name DESC, o.check_id DESC"),
  /** The newest change of state first. */
  SINCE("o.since_ms DESC NULLS LAST, o.check_id"),
  /** The lowest uptime first. */
  UPTIME("o.uptime, o.check_id"),
  UPTIME_DESC("o.uptime DESC NULLS LAST, o.check_id"),
  /** The fastest first. */
  P95("o.p95_ms, o.check_id"),
  P95_DESC("o.p95_ms DESC NULLS LAST, o.check_id");

  private static final String DOWN = " DESC";
  private static final String DOWN_NULLS_LAST = DOWN + " NULLS LAST";

  private final String sql;
  private final String backwards;

  OverviewOrder(String sql) {
    this.sql = sql;
    this.backwards =
        Stream.of(sql.split(", ")).map(OverviewOrder::turned).collect(Collectors.joining(", "));
  }

  /** Postgres has NULLs last going up and first going down, where nothing else is said. */
  private static String turned(String term) {
    if (term.endsWith(DOWN_NULLS_LAST)) {
      return term.replace(DOWN_NULLS_LAST, " NULLS FIRST");
    }
    return term.endsWith(DOWN) ? term.replace(DOWN, "") : term + DOWN;
  }

  /** The expression after ORDER BY. */
  String sql() {
    return sql;
  }

  /** The expression for the same order from its end. */
  String backwards() {
    return backwards;
  }
}
