package dev.belfry.statuspages.incident;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.http.JsonText;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/** The JSON of incident updates (specification, "IncidentUpdate"). */
final class IncidentUpdateCodec {
  private static final String DESCRIPTION = "description";
  private static final String STATUS = "status";
  private static final String PUBLIC_DATE = "publicIncidentUpdateDate";
  private static final String NOTIFY = "notifySubscribers";

  private IncidentUpdateCodec() {}

  /** The draft in a body, or in an entry of a new incident's updates. */
  static IncidentUpdateDraft draft(JsonNode body) {
    FieldReader update = new FieldReader(body);
    return new IncidentUpdateDraft(
        update.text(DESCRIPTION),
        update.text(STATUS, IncidentStatus::valueOf),
        update.text(PUBLIC_DATE, PublicDate::parse),
        update.flag(NOTIFY));
  }

  /**
   * The row that a draft of a new update without violations makes; the database names the actor.
   */
  static IncidentUpdateRow row(UUID id, IncidentUpdateDraft draft, OffsetDateTime now) {
    OffsetDateTime date = draft.publicDate().value();
    return new IncidentUpdateRow(
        id,
        requireNonNull(draft.description().value()),
        requireNonNull(draft.status().value()),
        date == null ? now : date,
        requireNonNull(draft.notifySubscribers().value()),
        now,
        null,
        null);
  }

  /** New updates as JSON text for the statement that inserts them. */
  static String stored(List<IncidentUpdateRow> updates) {
    return JsonText.array(
        updates.stream()
            .map(
                update ->
                    JsonText.object()
                        .plain("id", update.id().toString())
                        .string("description", update.description())
                        .plain("status", update.status().name())
                        .number("public_ms", update.publicDate().toInstant().toEpochMilli())
                        .flag("notify", update.notifySubscribers())
                        .end())
            .toList());
  }

  /** JSON pointer of the public date in a body. */
  static String publicDatePointer() {
    return "/" + PUBLIC_DATE;
  }

  /** The JSON text of an update. */
  static String json(IncidentUpdateRow row) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .string(DESCRIPTION, row.description())
        .plain(STATUS, row.status().name())
        .time(PUBLIC_DATE, row.publicDate())
        .time("created_at", row.createdAt())
        .flag(NOTIFY, row.notifySubscribers())
        .string("actor", row.actor())
        .string("actorName", row.actorName())
        .end();
  }

  /** The JSON text of an array of updates. */
  static String json(List<IncidentUpdateRow> rows) {
    return JsonText.array(rows.stream().map(IncidentUpdateCodec::json).toList());
  }
}
