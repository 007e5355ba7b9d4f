package dev.belfry.account.audit;

import io.vertx.sqlclient.Row;
import org.jspecify.annotations.Nullable;

/**
 * One change of one resource, as it is stored.
 *
 * @param actor {@code key:<id of the API key>}, {@code user:<id of the person>}, or a word for who
 *     is none
 * @param actorName name of the API key or person, null without one
 * @param requestId null when no request made the change
 * @param name what the resource is called, null when it has no name
 * @param before JSON text, null when the resource is new
 * @param after JSON text, null when the resource is gone
 */
record AuditEntry(
    AuditId id,
    String action,
    String actor,
    @Nullable String actorName,
    @Nullable String requestId,
    String resourceType,
    String resourceId,
    @Nullable String name,
    @Nullable String before,
    @Nullable String after) {

  /** What {@link #of} reads, in this order, of an entry {@code e}. */
  static final String COLUMNS =
      """
      e.id, e.action, e.actor, actor_name(e.account_id, e.actor), e.request_id, e.resource_type,
      e.resource_id, e.name, e.before::text, e.after::text""";

  static AuditEntry of(Row row) {
    return new AuditEntry(
        new AuditId(row.getLong(0)),
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getString(8),
        row.getString(9));
  }
}
