package dev.belfry.account.team;

import static java.util.Objects.requireNonNull;

import dev.belfry.monitoring.channel.NamedMembers;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Obstacle;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** Creates, reads, changes and deletes teams. */
final class Teams {
  /** How many channels a refused deletion names. */
  private static final int MOST_NAMED = 100;

  private static final String UNIQUE_VIOLATION = "23505";

  private final Database database;
  private final Ids ids;
  private final InstantSource clock;

  Teams(Database database, Ids ids, InstantSource clock) {
    this.database = database;
    this.ids = ids;
    this.clock = clock;
  }

  /** The teams of an account by name. */
  Future<CountedPage<TeamRow>> list(UUID account, long limit, long offset) {
    return database.read(
        connection -> {
          TeamStore store = new TeamStore(connection, account);
          return CountedPage.read(store.count(), offset, () -> store.list(limit, offset));
        });
  }

  /** Reads a team; fails with a 404 when the account has no such team. */
  Future<TeamRow> read(UUID account, UUID id) {
    return TeamStore.read(database, account, id)
        .map(found -> found.orElseThrow(ApiException::notFound));
  }

  /**
   * Creates a team. Fails with a 400 that names the ids which are not of members, with a 402 beyond
   * the quota, and with a 409 when the name is taken.
   */
  Future<TeamRow> create(UUID account, TeamDraft draft) {
    UUID id = ids.next();
    return database.transaction(
        connection -> {
          TeamStore store = new TeamStore(connection, account);
          return requireMembers(connection, account, draft)
              .compose(
                  known ->
                      store.insert(
                          id,
                          requireNonNull(draft.name().value()),
                          draft.description().value(),
                          now()))
              .compose(Teams::requireFree)
              .compose(made -> putMembers(store, id, draft))
              .compose(put -> store.read(id));
        });
  }

  /** Changes what the body names. Fails as {@link #create}, and with a 404 without the team. */
  Future<TeamRow> update(UUID account, UUID id, TeamDraft draft) {
    return database
        .transaction(
            connection -> {
              TeamStore store = new TeamStore(connection, account);
              return requireMembers(connection, account, draft)
                  .compose(known -> store.lock(id))
                  .compose(Teams::requireFound)
                  .compose(held -> store.update(id, draft, now()))
                  .compose(Teams::requireFree)
                  .compose(changed -> putMembers(store, id, draft))
                  .compose(put -> store.read(id));
            })
        .recover(Teams::taken);
  }

  /**
   * Deletes a team. Fails with a 404 without the team, and with a 409 that lists the channels which
   * tell it.
   */
  Future<Void> delete(UUID account, UUID id) {
    return database.transaction(
        connection -> {
          TeamStore store = new TeamStore(connection, account);
          return store
              .lockToDelete(id)
              .compose(Teams::requireFound)
              .compose(held -> store.channels(id, MOST_NAMED))
              .compose(
                  channels ->
                      channels.isEmpty() ? store.delete(id) : Future.failedFuture(inUse(channels)));
        });
  }

  private static Future<Void> requireMembers(
      SqlConnection connection, UUID account, TeamDraft draft) {
    List<UUID> persons = draft.persons();
    return persons == null || persons.isEmpty()
        ? Future.succeededFuture()
        : NamedMembers.require(connection, account, TeamCodec.byPath(persons), List.of());
  }

  private static Future<Void> putMembers(TeamStore store, UUID id, TeamDraft draft) {
    List<UUID> persons = draft.persons();
    return persons == null ? Future.succeededFuture() : store.putMembers(id, persons);
  }

  private static Future<Void> requireFound(boolean found) {
    return found ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound());
  }

  private static Future<Void> requireFree(boolean written) {
    return written ? Future.succeededFuture() : Future.failedFuture(nameTaken());
  }

  /** Two updates at once may want the same name. */
  private static <T> Future<T> taken(Throwable failure) {
    return Future.failedFuture(
        failure instanceof PgException refused && UNIQUE_VIOLATION.equals(refused.getSqlState())
            ? nameTaken()
            : failure);
  }

  private static ApiException nameTaken() {
    return new ApiException(ApiError.CONFLICT, "There is a team with this name already");
  }

  private static ApiException inUse(List<TeamStore.TellingChannel> channels) {
    return ApiException.obstructed(
        "Alert channels tell this team: "
            + channels.stream()
                .map(TeamStore.TellingChannel::name)
                .collect(Collectors.joining(", ")),
        channels.stream()
            .map(
                one ->
                    new Obstacle(
                        "TEAM_IN_USE", one.name(), "alert-channel", Long.toString(one.id())))
            .toList());
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
