package dev.belfry.account.people;

import dev.belfry.api.http.JsonText;
import io.vertx.sqlclient.Row;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a person sets for every account.
 *
 * @param timeZone IANA name; null for that of the browser, and UTC in e-mails
 * @param language BCP 47, by which dates and numbers are written; null for the browser's
 * @param quietHours JSON text of the list of intervals
 */
record OwnProfile(
    UUID id,
    String email,
    String name,
    @Nullable String timeZone,
    @Nullable String language,
    String quietHours) {
  /** What {@link #of} reads of a person {@code u}. */
  static final String COLUMNS =
      "u.id, u.email, u.name, u.time_zone, u.language, coalesce(u.quiet_hours, '[]')::text";

  static OwnProfile of(Row row) {
    return new OwnProfile(
        row.getUUID(0),
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5));
  }

  /** The answer's JSON text. */
  String json() {
    return JsonText.object()
        .plain("id", id.toString())
        .string("email", email)
        .string("name", name)
        .string("timeZone", timeZone)
        .string("language", language)
        .raw("quietHours", quietHours)
        .end();
  }
}
