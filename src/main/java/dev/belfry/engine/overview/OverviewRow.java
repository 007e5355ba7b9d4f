package dev.belfry.engine.overview;

import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One check of the overview. Times are milliseconds since 1970.
 *
 * @param tags of the check and of its group
 * @param since when its state began, null before the first run
 * @param certificateExpires the earliest at any of its locations, null when unknown
 */
record OverviewRow(
    UUID id,
    String name,
    String checkType,
    @Nullable String url,
    List<String> tags,
    @Nullable Long groupId,
    @Nullable String groupName,
    CheckState state,
    boolean muted,
    @Nullable Long since,
    @Nullable Long certificateExpires,
    @Nullable LastRun lastRun) {

  /**
   * The newest run of the last two days.
   *
   * @param status the status code, 0 for no response
   */
  record LastRun(long at, int micros, int status, String location) {}

  static OverviewRow of(Row row) {
    Long at = row.getLong(11);
    return new OverviewRow(
        row.getUUID(0),
        row.getString(1),
        row.getString(2),
        row.getString(3),
        List.of(row.getArrayOfStrings(4)),
        row.getLong(5),
        row.getString(6),
        CheckState.of(row.getInteger(7)),
        row.getBoolean(8),
        row.getLong(9),
        row.getLong(10),
        at == null
            ? null
            : new LastRun(at, row.getInteger(12), row.getInteger(13), row.getString(14)));
  }
}
