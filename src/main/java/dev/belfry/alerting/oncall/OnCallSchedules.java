package dev.belfry.alerting.oncall;

import static java.util.Objects.requireNonNull;

import dev.belfry.monitoring.channel.NamedMembers;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Creates, reads, changes and deletes schedules. */
final class OnCallSchedules {
  private final Database database;
  private final OnCallStore store;
  private final Sealer sealer;
  private final InstantSource clock;

  OnCallSchedules(Database database, Sealer sealer, InstantSource clock) {
    this.database = database;
    this.store = new OnCallStore(database);
    this.sealer = sealer;
    this.clock = clock;
  }

  /** The schedules of an account, oldest first. */
  Future<CountedPage<OnCallRow>> list(UUID account, long limit, long offset) {
    return database.transaction(
        connection ->
            CountedPage.read(
                store.count(connection, account),
                offset,
                () -> store.list(connection, account, limit, offset)));
  }

  /** Reads a schedule; fails with a 404 when the account has no such schedule. */
  Future<OnCallRow> read(UUID account, long id) {
    return store.read(account, id).map(found -> found.orElseThrow(ApiException::notFound));
  }

  /**
   * Creates a schedule: a rotation is in force at once, a calendar is read soon. Fails with a 400
   * that names the persons of a rotation who are no members.
   */
  Future<OnCallRow> create(UUID account, OnCallDraft draft) {
    return store
        .nextId(account)
        .compose(
            id -> {
              OnCallSettings schedule = settings(account, id, draft);
              return database.transaction(
                  connection ->
                      requireMembers(connection, account, draft)
                          .compose(fine -> store.insert(connection, account, schedule, now()))
                          .compose(inserted -> expand(connection, account, schedule))
                          .compose(ready -> store.read(connection, account, id)));
            });
  }

  private OnCallSettings settings(UUID account, long id, OnCallDraft draft) {
    String url = draft.url().value();
    RotationDraft rotation = draft.rotation().value();
    return new OnCallSettings(
        id,
        draft.requiredName(),
        url == null ? null : sealer.seal(OnCallSettings.urlOf(account, id), url),
        url == null ? null : host(url),
        draft.timeZone().value(),
        rotation == null ? null : rotation.rotation(),
        List.of());
  }

  /** Changes what the body names; fails with a 404 without the schedule, or as {@link #create}. */
  Future<OnCallRow> update(UUID account, long id, OnCallDraft draft) {
    return database.transaction(
        connection ->
            store
                .lock(connection, account, id)
                .map(found -> found.orElseThrow(ApiException::notFound))
                .compose(
                    stored -> {
                      draft.requireSource(stored.url());
                      return requireMembers(connection, account, draft)
                          .compose(fine -> change(connection, account, stored, draft));
                    })
                .compose(changed -> store.read(connection, account, id)));
  }

  private Future<Void> change(
      SqlConnection connection, UUID account, OnCallRow stored, OnCallDraft draft) {
    String url = draft.url().value();
    boolean other = url != null && !isStored(account, stored, url);
    OnCallSettings changed = changed(account, stored, draft, other);
    return store
        .replace(connection, account, changed, now())
        .compose(
            replaced ->
                changed.rotation() == null
                    ? store.readSoon(connection, account, stored.id(), other)
                    : expand(connection, account, changed));
  }

  private OnCallSettings changed(
      UUID account, OnCallRow stored, OnCallDraft draft, boolean isOther) {
    long id = stored.id();
    String name = requireNonNull(draft.name().or(stored.name()));
    String zone = draft.timeZone().or(stored.zone());
    String url = draft.url().value();
    RotationDraft rotation = draft.rotation().value();
    RotationState turns = stored.turns();
    if (rotation != null || (turns != null && url == null)) {
      return new OnCallSettings(
          id,
          name,
          null,
          null,
          zone,
          rotation == null ? requireNonNull(turns).rotation() : rotation.rotation(),
          turns == null ? List.of() : Rotations.recent(turns.stored(), clock.millis()));
    }
    return new OnCallSettings(
        id,
        name,
        isOther
            ? sealer.seal(OnCallSettings.urlOf(account, id), requireNonNull(url))
            : sealer.renew(OnCallSettings.urlOf(account, id), requireNonNull(stored.url())),
        isOther ? host(requireNonNull(url)) : stored.host(),
        zone,
        null,
        List.of());
  }

  private static Future<Void> requireMembers(
      SqlConnection connection, UUID account, OnCallDraft draft) {
    RotationDraft rotation = draft.rotation().value();
    return rotation == null
        ? Future.succeededFuture()
        : NamedMembers.require(connection, account, rotation.users(), List.of());
  }

  private Future<Void> expand(SqlConnection connection, UUID account, OnCallSettings schedule) {
    Rotation rotation = schedule.rotation();
    return rotation == null
        ? Future.succeededFuture()
        : Rotations.renew(
            connection,
            account,
            schedule.id(),
            null,
            rotation,
            schedule.zone(),
            schedule.overrides(),
            clock.millis());
  }

  private boolean isStored(UUID account, OnCallRow stored, String url) {
    String sealed = stored.url();
    return sealed != null
        && sealer.unsealOrLost(OnCallSettings.urlOf(account, stored.id()), sealed).equals(url);
  }

  /** Deletes a schedule; fails with a 404 without it. */
  Future<Void> delete(UUID account, long id) {
    return database
        .transaction(connection -> store.delete(connection, account, id))
        .compose(
            deleted ->
                deleted ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound()));
  }

  /** The persons who are on call at a moment; fails with a 404 without the schedule. */
  Future<Shift.Roster> roster(UUID account, long id, long at) {
    return store.shifts(account, id, at).map(shifts -> Shift.Roster.of(shifts, at));
  }

  /** The ids of the members of an account whom a roster names, by the addresses in it. */
  Future<Map<String, UUID>> members(UUID account, Shift.Roster roster) {
    return store.members(account, roster.addresses());
  }

  private static String host(String url) {
    try {
      return Target.parse(url).host().toString();
    } catch (TargetRefusedException refused) {
      throw new IllegalArgumentException("the draft was not checked", refused);
    }
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
