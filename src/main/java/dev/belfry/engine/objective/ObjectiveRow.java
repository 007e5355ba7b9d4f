package dev.belfry.engine.objective;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.RequestedSubscription;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An objective as it is stored. */
record ObjectiveRow(
    long id, Objective objective, OffsetDateTime createdAt, @Nullable OffsetDateTime updatedAt) {
  private static final String LIST = "list";

  static ObjectiveRow of(Row row) {
    return new ObjectiveRow(
        row.getLong(0),
        new Objective(
            row.getString(1),
            row.getString(2),
            row.getUUID(3),
            row.getLong(4),
            row.getString(5),
            row.getDouble(6),
            row.getInteger(7),
            channels(row.getString(8))),
        row.getOffsetDateTime(9),
        row.getOffsetDateTime(10));
  }

  private static List<RequestedSubscription> channels(String stored) {
    ObjectNode holder = JsonText.parse(JsonText.object().raw(LIST, stored).end());
    return Objects.requireNonNullElse(
        RequestedSubscription.read(new FieldReader(holder), LIST).value(), List.of());
  }
}
