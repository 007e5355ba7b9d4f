package dev.belfry.monitoring.variable;

import io.vertx.sqlclient.Row;

/**
 * A variable as it is stored.
 *
 * @param value sealed when it is secret
 */
record VariableRow(String key, String value, boolean locked, boolean secret) {

  static VariableRow of(Row row) {
    return new VariableRow(
        row.getString(0), row.getString(1), row.getBoolean(2), row.getBoolean(3));
  }

  /** Without the value. */
  @Override
  public String toString() {
    return "VariableRow[key=" + key + "]";
  }
}
