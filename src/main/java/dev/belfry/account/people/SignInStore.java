package dev.belfry.account.people;

import dev.belfry.account.people.FailedSignIns.Count;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SqlResource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of sign-ins. A trigger stores those that succeed with their sessions. */
final class SignInStore {
  /** Rows of failures of a person and a day; further networks share one more of each kind. */
  static final int MOST_A_DAY = 20;

  private static final String ADD = SqlResource.read(SignInStore.class, "add-failures.sql");

  private static final String LIST =
      """
      SELECT i.id, i.account_id, a.name, i.way, i.outcome, i.network, i.user_agent, i.times,
        i.first_at, i.last_at, EXISTS (SELECT FROM console_sessions s
          WHERE s.id = i.id AND s.ended_at IS NULL AND s.expires_at > now())
      FROM sign_ins i
        LEFT JOIN memberships m ON m.account_id = i.account_id AND m.user_id = i.user_id
        LEFT JOIN accounts a ON a.id = m.account_id
      WHERE i.user_id = $1 AND ($2::uuid IS NULL OR i.id <= $2)
      ORDER BY i.id DESC LIMIT $3""";

  private final Database database;
  private final Ids ids;

  SignInStore(Database database, Ids ids) {
    this.database = database;
    this.ids = ids;
  }

  /**
   * The sign-ins of a person, newest first.
   *
   * @param start id of the first, null for the newest
   */
  Future<List<SignInRow>> list(UUID person, @Nullable UUID start, int most) {
    return database
        .query(LIST, Tuple.of(person, start, most))
        .map(rows -> Rows.list(rows, SignInRow::of));
  }

  /** Adds failed attempts to those of the same day. */
  Future<Void> add(List<Count> counts) {
    return database
        .query(
            ADD,
            Tuple.tuple()
                .addArrayOfUUID(counts.stream().map(count -> ids.next()).toArray(UUID[]::new))
                .addArrayOfUUID(
                    counts.stream().map(one -> one.attempt().person()).toArray(UUID[]::new))
                .addArrayOfString(texts(counts, one -> one.attempt().way().name()))
                .addArrayOfString(texts(counts, one -> one.attempt().outcome().name()))
                .addArrayOfString(texts(counts, one -> one.attempt().network()))
                .addArrayOfString(texts(counts, Count::userAgent))
                .addArrayOfInteger(counts.stream().map(Count::times).toArray(Integer[]::new))
                .addArrayOfOffsetDateTime(times(counts, Count::first))
                .addArrayOfOffsetDateTime(times(counts, Count::last))
                .addInteger(MOST_A_DAY))
        .mapEmpty();
  }

  private static String[] texts(List<Count> counts, Function<Count, String> text) {
    return counts.stream().map(text).toArray(String[]::new);
  }

  private static OffsetDateTime[] times(List<Count> counts, Function<Count, Instant> time) {
    return counts.stream()
        .map(one -> time.apply(one).atOffset(ZoneOffset.UTC))
        .toArray(OffsetDateTime[]::new);
  }
}
