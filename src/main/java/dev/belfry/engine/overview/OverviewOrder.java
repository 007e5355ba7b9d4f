package dev.belfry.engine.overview;

/** The order of the check overview. */
enum OverviewOrder {
  /** The most urgent state first. */
  STATE("o.state, o.sort_name, o.check_id"),
  NAME("o.sort_name, o.check_id"),
  NAME_DESC("o.sort_name DESC, o.check_id DESC"),
  /** The newest change of state first. */
  SINCE("o.since_ms DESC NULLS LAST, o.check_id");

  private final String sql;

  OverviewOrder(String sql) {
    this.sql = sql;
  }

  /** The expression after ORDER BY. */
  String sql() {
    return sql;
  }
}
