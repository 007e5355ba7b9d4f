package dev.belfry.account.profile;

import io.vertx.sqlclient.Row;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An account as it is stored.
 *
 * @param alertSettings JSON text
 */
record AccountRow(UUID id, String name, @Nullable String runtimeId, String alertSettings) {
  static AccountRow of(Row row) {
    return new AccountRow(row.getUUID(0), row.getString(1), row.getString(2), row.getString(3));
  }
}
