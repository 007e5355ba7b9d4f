package dev.belfry.alerting.oncall;

import static java.util.Objects.requireNonNull;

import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.seal.Sealer;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
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

  /** Creates a schedule, whose calendar is read soon. */
  Future<OnCallRow> create(UUID account, OnCallDraft draft) {
    String url = draft.requiredUrl();
    return store
        .nextId(account)
        .compose(
            id -> {
              OnCallSettings schedule =
                  new OnCallSettings(
                      id,
                      draft.requiredName(),
                      sealer.seal(OnCallSettings.urlOf(account, id), url),
                      host(url),
                      draft.timeZone().value());
              return database.transaction(
                  connection ->
                      store
                          .insert(connection, account, schedule, now())
                          .compose(inserted -> store.read(connection, account, id)));
            });
  }

  /** Changes what the body names; fails with a 404 without the schedule. */
  Future<OnCallRow> update(UUID account, long id, OnCallDraft draft) {
    return database.transaction(
        connection ->
            store
                .lock(connection, account, id)
                .map(found -> found.orElseThrow(ApiException::notFound))
                .compose(
                    stored -> {
                      String url = draft.url().value();
                      boolean other = url != null && !isStored(account, stored, url);
                      OnCallSettings changed =
                          new OnCallSettings(
                              id,
                              requireNonNull(draft.name().or(stored.name())),
                              other
                                  ? sealer.seal(
                                      OnCallSettings.urlOf(account, id), requireNonNull(url))
                                  : sealer.renew(OnCallSettings.urlOf(account, id), stored.url()),
                              other ? host(requireNonNull(url)) : stored.host(),
                              draft.timeZone().or(stored.zone()));
                      return store.replace(connection, account, changed, now(), other);
                    })
                .compose(replaced -> store.read(connection, account, id)));
  }

  private boolean isStored(UUID account, OnCallRow stored, String url) {
    return sealer
        .unsealOrLost(OnCallSettings.urlOf(account, stored.id()), stored.url())
        .equals(url);
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
