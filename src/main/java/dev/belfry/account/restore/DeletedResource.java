package dev.belfry.account.restore;

import dev.belfry.account.audit.AuditActor;
import dev.belfry.api.http.JsonText;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A resource that was deleted.
 *
 * @param id of the deletion, of version 7
 * @param parts how much of each type was deleted with it, 1,000 at most
 */
record DeletedResource(
    UUID id, AuditActor actor, ResourceName resource, Map<PartType, Long> parts) {
  /** How long a resource can be restored. */
  static final Duration KEPT = Duration.ofDays(30);

  /** What {@link #of} reads, in this order, of a deletion {@code d}. */
  static final String COLUMNS =
      """
      d.id, d.actor, actor_name(d.account_id, d.actor), d.request_id, d.resource_type,
      d.resource_id, d.name, d.parts""";

  DeletedResource {
    parts = Map.copyOf(parts);
  }

  static DeletedResource of(Row row) {
    return new DeletedResource(
        row.getUUID(0),
        new AuditActor(row.getString(1), row.getString(2), row.getString(3)),
        new ResourceName(row.getString(4), row.getString(5), row.getString(6)),
        JsonText.parse(row.getString(7)).properties().stream()
            .collect(
                Collectors.toMap(
                    part -> PartType.ofTable(part.getKey()), part -> part.getValue().asLong())));
  }

  /** The least id of a resource that was deleted at a time, milliseconds since 1970 UTC. */
  static UUID at(long millis) {
    return new UUID(millis << 16, 0);
  }

  /** The least id of a resource that can still be restored at a time. */
  static UUID oldest(long nowMillis) {
    return at(nowMillis - KEPT.toMillis());
  }

  /** The answer's JSON text; it has nothing of the content, which may be secret. */
  String json() {
    Instant deleted = Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    return JsonText.object()
        .plain("id", id.toString())
        .plain("deletedAt", JsonText.timestamp(deleted))
        .plain("restorableUntil", JsonText.timestamp(deleted.plus(KEPT)))
        .raw("actor", actor.json())
        .raw("resource", resource.json())
        .raw("parts", counts(parts))
        .end();
  }

  /** JSON text of numbers by type, in the order of the types. */
  static String counts(Map<PartType, Long> parts) {
    return JsonText.array(
        parts.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(
                part ->
                    JsonText.object()
                        .plain("type", part.getKey().wire())
                        .number("count", part.getValue())
                        .end())
            .toList());
  }
}
