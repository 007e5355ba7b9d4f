package dev.belfry.engine.run;

import io.vertx.sqlclient.Row;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run as they are stored, which {@link RunSpecMapper} turns into a specification.
 * Passwords in them are sealed.
 *
 * @param type of the check
 * @param request JSON
 * @param retry JSON; null for no retries
 * @param places where the monitor runs; empty unless a retry may go to another location
 * @param defaults of the group of an API check, JSON
 * @param name of the check
 */
record StoredSpec(
    String type,
    @Nullable String request,
    boolean shouldFail,
    @Nullable Double degraded,
    @Nullable Double max,
    @Nullable String retry,
    List<String> places,
    UUID account,
    UUID check,
    @Nullable Long group,
    @Nullable String defaults,
    String name) {
  StoredSpec {
    places = List.copyOf(places);
  }

  /** Reads the columns of {@link RunSpecMapper#COLUMNS}. */
  static StoredSpec of(Row row, int first) {
    String[] places = row.getArrayOfStrings(first + 6);
    return new StoredSpec(
        row.getString(first),
        row.getString(first + 1),
        Boolean.TRUE.equals(row.getBoolean(first + 2)),
        row.getDouble(first + 3),
        row.getDouble(first + 4),
        row.getString(first + 5),
        places == null ? List.of() : Arrays.asList(places),
        row.getUUID(first + 7),
        row.getUUID(first + 8),
        row.getLong(first + 9),
        row.getString(first + 10),
        row.getString(first + 11));
  }
}
