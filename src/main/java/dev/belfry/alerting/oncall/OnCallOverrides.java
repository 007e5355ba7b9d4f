package dev.belfry.alerting.oncall;

import dev.belfry.monitoring.channel.NamedMembers;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Creates and deletes overrides. Each is a change of its schedule and in force when its transaction
 * ends.
 */
final class OnCallOverrides {
  /** So many a schedule has at most, with those that ended within a day. */
  static final int MOST = 50;

  private final Database database;
  private final OnCallStore store;
  private final Ids ids;
  private final InstantSource clock;

  OnCallOverrides(Database database, Ids ids, InstantSource clock) {
    this.database = database;
    this.store = new OnCallStore(database);
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Lets a member take over. Fails with a 404 without the schedule, with a 409 for a calendar or
   * too many overrides, and with a 400 for a person who is no member or for wrong times.
   */
  Future<RotationState.Named> create(UUID account, long schedule, OverrideDraft draft) {
    UUID id = ids.next();
    return database.transaction(
        connection ->
            lock(connection, account, schedule)
                .compose(
                    row -> {
                      long now = clock.millis();
                      List<OnCallOverride> overrides =
                          new ArrayList<>(Rotations.recent(turns(row).stored(), now));
                      OnCallOverride made = draft.override(id, now);
                      if (overrides.size() >= MOST) {
                        throw conflict(
                            "The schedule has "
                                + MOST
                                + " overrides, with those that ended within a day; delete one");
                      }
                      overrides.add(made);
                      return NamedMembers.require(
                              connection,
                              account,
                              Map.of("/" + OnCallOverride.USER, made.user()),
                              OverrideDraft.violations(made, now))
                          .compose(fine -> replace(connection, account, row, overrides, now));
                    })
                .compose(replaced -> store.read(connection, account, schedule))
                .map(row -> named(turns(row), id)));
  }

  /** Ends an override. Fails with a 404 without the schedule or the override. */
  Future<Void> delete(UUID account, long schedule, UUID id) {
    return database.transaction(
        connection ->
            lock(connection, account, schedule)
                .compose(
                    row -> {
                      long now = clock.millis();
                      RotationState turns = row.turns();
                      List<OnCallOverride> before =
                          turns == null ? List.of() : Rotations.recent(turns.stored(), now);
                      List<OnCallOverride> after =
                          before.stream().filter(one -> !one.id().equals(id)).toList();
                      if (after.size() == before.size()) {
                        throw ApiException.notFound();
                      }
                      return replace(connection, account, row, after, now);
                    }));
  }

  private Future<OnCallRow> lock(SqlConnection connection, UUID account, long schedule) {
    return store
        .lock(connection, account, schedule)
        .map(found -> found.orElseThrow(ApiException::notFound));
  }

  private static RotationState turns(OnCallRow row) {
    RotationState turns = row.turns();
    if (turns == null) {
      throw conflict("The schedule has a calendar; change the shifts there");
    }
    return turns;
  }

  private static ApiException conflict(String message) {
    return new ApiException(ApiError.CONFLICT, message);
  }

  private static RotationState.Named named(RotationState turns, UUID id) {
    return turns.overrides().stream()
        .filter(one -> one.override().id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private Future<Void> replace(
      SqlConnection connection,
      UUID account,
      OnCallRow row,
      List<OnCallOverride> overrides,
      long now) {
    Rotation rotation = turns(row).rotation();
    OnCallSettings changed =
        new OnCallSettings(row.id(), row.name(), null, null, row.zone(), rotation, overrides);
    return store
        .replace(connection, account, changed, clock.instant().atOffset(ZoneOffset.UTC))
        .compose(
            replaced ->
                Rotations.renew(
                    connection, account, row.id(), null, rotation, row.zone(), overrides, now));
  }
}
