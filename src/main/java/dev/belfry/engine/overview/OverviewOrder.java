package dev.belfry.engine.overview;

/** The order of the check overview. */
enum OverviewOrder {
  /** The most urgent state first. */
  STATE("o.state, o.sort_name, o.check_id", "o.state DESC, o.sort_name DESC, o.check_id DESC"),
  NAME("o.sort_name, o.check_id", "o.sort_name DESC, o.check_id DESC"),
  NAME_DESC("o.sort_name DESC, o.check_id DESC", "o.sort_name, o.check_id"),
  /** The newest change of state first. */
  SINCE("o.since_ms DESC NULLS LAST, o.check_id", "o.since_ms NULLS FIRST, o.check_id DESC"),
  /** The lowest uptime first. */
  UPTIME("o.uptime, o.check_id", "o.uptime DESC, o.check_id DESC"),
  UPTIME_DESC("o.uptime DESC NULLS LAST, o.check_id", "o.uptime NULLS FIRST, o.check_id DESC"),
  /** The fastest first. */
  P95("o.p95_ms, o.check_id", "o.p95_ms DESC, o.check_id DESC"),
  P95_DESC("o.p95_ms DESC NULLS LAST, o.check_id", "o.p95_ms NULLS FIRST, o.check_id DESC");

  private final String sql;
  private final String backwards;

  OverviewOrder(String sql, String backwards) {
    this.sql = sql;
    this.backwards = backwards;
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
