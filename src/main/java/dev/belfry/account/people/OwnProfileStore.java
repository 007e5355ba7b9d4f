package dev.belfry.account.people;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.UUID;

/** The SQL of profiles. */
final class OwnProfileStore {
  private static final String FIND =
      "SELECT " + OwnProfile.COLUMNS + " FROM users u WHERE u.id = $1";

  private static final String UPDATE =
      """
      UPDATE users u SET name = coalesce($2, name),
        time_zone = CASE WHEN $3 THEN $4 ELSE time_zone END,
        language = CASE WHEN $5 THEN $6 ELSE language END,
        quiet_hours = CASE WHEN $7 THEN nullif($8::text::jsonb, '[]') ELSE quiet_hours END
      WHERE u.id = $1 RETURNING\s"""
          + OwnProfile.COLUMNS;

  private final Database database;

  OwnProfileStore(Database database) {
    this.database = database;
  }

  /** The profile of a person; empty when the person is gone. */
  Future<Optional<OwnProfile>> find(UUID person) {
    return database.query(FIND, Tuple.of(person)).map(rows -> Rows.first(rows, OwnProfile::of));
  }

  /** Changes a profile; empty when the person is gone. */
  Future<Optional<OwnProfile>> update(UUID person, OwnProfileDraft draft) {
    return database
        .change(
            UPDATE,
            Tuple.of(person, draft.name().value())
                .addBoolean(draft.timeZone().isPresent())
                .addString(draft.timeZone().value())
                .addBoolean(draft.language().isPresent())
                .addString(draft.language().value())
                .addBoolean(draft.quietHours().isPresent())
                .addString(draft.quietHours().value()))
        .map(rows -> Rows.first(rows, OwnProfile::of));
  }
}
