package dev.belfry.engine.overview;

/** What a list begins with. */
enum OverviewOrder {
  /** What needs people first. */
  STATE("o.state, o.sort_name, o.check_id"),
  NAME("o.sort_name, o.check_id"),
  /** What has changed last. */
  SINCE("o.since_ms DESC NULLS LAST, o.check_id");

  private final String sql;

  OverviewOrder(String sql) {
    this.sql = sql;
  }

  /** The order in a statement. */
  String sql() {
    return sql;
  }
}
