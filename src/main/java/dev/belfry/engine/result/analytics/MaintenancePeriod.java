package dev.belfry.engine.result.analytics;

import io.vertx.sqlclient.Row;

/**
 * A time during which a maintenance window kept a check from running or alerting.
 *
 * @param starts its first millisecond since 1970
 * @param ends the first after it
 */
record MaintenancePeriod(String name, long starts, long ends) {

  static MaintenancePeriod of(Row row) {
    return new MaintenancePeriod(row.getString(0), row.getLong(1), row.getLong(2));
  }
}
