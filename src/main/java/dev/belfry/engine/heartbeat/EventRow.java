package dev.belfry.engine.heartbeat;

import dev.belfry.monitoring.check.ResultId;
import io.vertx.sqlclient.Row;
import org.jspecify.annotations.Nullable;

/**
 * A stored event.
 *
 * @param detail JSON text
 */
record EventRow(ResultId id, @Nullable String detail) {
  static EventRow of(Row row) {
    return new EventRow(
        new ResultId(row.getLong(0), row.getInteger(1), row.getInteger(2)), row.getString(3));
  }
}
