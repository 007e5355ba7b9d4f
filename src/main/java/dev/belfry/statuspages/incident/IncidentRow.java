package dev.belfry.statuspages.incident;

import dev.belfry.monitoring.check.Severity;
import dev.belfry.statuspages.page.ServiceRow;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stored incident with its services and all its updates.
 *
 * @param services in the order they were given
 * @param updates newest public date first
 */
record IncidentRow(
    UUID id,
    String name,
    Severity severity,
    OffsetDateTime createdAt,
    @Nullable OffsetDateTime updatedAt,
    List<ServiceRow> services,
    List<IncidentUpdateRow> updates) {
  IncidentRow {
    services = List.copyOf(services);
    updates = List.copyOf(updates);
  }

  /** Reads the columns of {@link IncidentStore}; services and updates are arrays in parallel. */
  static IncidentRow of(Row row) {
    return new IncidentRow(
        row.getUUID("id"),
        row.getString("name"),
        Severity.valueOf(row.getString("severity")),
        row.getOffsetDateTime("created_at"),
        row.getOffsetDateTime("updated_at"),
        services(row),
        updates(row));
  }

  /** The timeline from which status and duration follow. */
  IncidentTimeline timeline() {
    return new IncidentTimeline(updates.stream().map(IncidentUpdateRow::entry).toList());
  }

  private static List<ServiceRow> services(Row row) {
    UUID[] ids = row.getArrayOfUUIDs("service_ids");
    if (ids == null) {
      return List.of();
    }
    UUID account = row.getUUID("account_id");
    String[] names = row.getArrayOfStrings("service_names");
    OffsetDateTime[] created = row.getArrayOfOffsetDateTimes("service_created");
    @Nullable OffsetDateTime[] updated = row.getArrayOfOffsetDateTimes("service_updated");
    List<ServiceRow> services = new ArrayList<>(ids.length);
    for (int i = 0; i < ids.length; i++) {
      services.add(new ServiceRow(ids[i], account, names[i], created[i], updated[i]));
    }
    return services;
  }

  private static List<IncidentUpdateRow> updates(Row row) {
    UUID[] ids = row.getArrayOfUUIDs("update_ids");
    if (ids == null) {
      return List.of();
    }
    String[] descriptions = row.getArrayOfStrings("update_descriptions");
    String[] statuses = row.getArrayOfStrings("update_statuses");
    OffsetDateTime[] dates = row.getArrayOfOffsetDateTimes("update_dates");
    Boolean[] notify = row.getArrayOfBooleans("update_notify");
    OffsetDateTime[] created = row.getArrayOfOffsetDateTimes("update_created");
    @Nullable String[] actors = row.getArrayOfStrings("update_actors");
    @Nullable String[] names = row.getArrayOfStrings("update_actor_names");
    List<IncidentUpdateRow> updates = new ArrayList<>(ids.length);
    for (int i = 0; i < ids.length; i++) {
      updates.add(
          new IncidentUpdateRow(
              ids[i],
              descriptions[i],
              IncidentStatus.valueOf(statuses[i]),
              dates[i],
              notify[i],
              created[i],
              actors[i],
              names[i]));
    }
    return updates;
  }
}
