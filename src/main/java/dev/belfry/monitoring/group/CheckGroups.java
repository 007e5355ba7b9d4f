package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.RequestedSubscription;
import dev.belfry.monitoring.channel.SubscriptionTarget;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.check.EnvironmentVariableRules;
import dev.belfry.monitoring.check.GroupRules;
import dev.belfry.monitoring.check.GroupSettings;
import dev.belfry.monitoring.dependency.Dependencies;
import dev.belfry.monitoring.dependency.Dependent;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Versioned;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Creates, reads, changes and deletes check groups. */
final class CheckGroups {
  /** To reschedule more checks would hold up the writes beside it. */
  private static final int MOST_RESCHEDULED = 10;

  private final Database database;
  private final GroupStore store;
  private final Subscriptions subscriptions;
  private final Dependencies dependencies = new Dependencies();
  private final PrivateLocationLookup locations;
  private final GroupSecrets secrets;
  private final InstantSource clock;

  CheckGroups(
      Database database,
      GroupStore store,
      Subscriptions subscriptions,
      PrivateLocationLookup locations,
      GroupSecrets secrets,
      InstantSource clock) {
    this.database = database;
    this.store = store;
    this.secrets = secrets;
    this.subscriptions = subscriptions;
    this.locations = locations;
    this.clock = clock;
  }

  /**
   * Creates a group of either generation, the usual one in one statement; their defaults are in the
   * body already.
   *
   * @param assignAll whether it is subscribed to every channel of the account besides those named
   */
  Future<GroupRow> create(UUID account, GroupDraft draft, boolean assignAll) {
    return store
        .nextId(account)
        .compose(
            id -> {
              GroupDraft complete = draft.complete();
              GroupDraft sealed = complete.with(secrets.sealed(account, id, complete.secrets()));
              String settings = GroupCodec.settings(sealed);
              return BulkStatement.orElse(
                  draft.alerting().dependsOn().value() != null
                      ? Future.succeededFuture(Optional.empty())
                      : store.create(
                          account, id, settings, now(), GroupStore.Named.of(draft), assignAll),
                  () -> createAlone(account, id, draft, settings, assignAll));
            });
  }

  private Future<GroupRow> createAlone(
      UUID account, long id, GroupDraft draft, String settings, boolean assignAll) {
    return database
        .transaction(
            connection ->
                locations
                    .requireKnown(connection, account, draft.privateLocations())
                    .compose(known -> store.insert(connection, account, id, settings, now()))
                    .compose(inserted -> subscribe(connection, account, id, draft))
                    .compose(
                        named ->
                            assignAll
                                ? subscriptions.assign(
                                    connection, account, SubscriptionTarget.group(id), true)
                                : Future.succeededFuture())
                    .compose(assigned -> store.read(connection, account, id)))
        .map(Optional::orElseThrow);
  }

  /**
   * Updates a group: an absent member keeps its stored value (wire contract 0a). The result must
   * suit every check in the group, else a 400 names the check and the setting (specification,
   * "Group rules"). A group with few checks takes one statement to read and one to write.
   */
  Future<GroupRow> update(UUID account, long id, GroupDraft draft) {
    return BulkStatement.orElse(
        draft.alerting().dependsOn().isPresent()
            ? Future.succeededFuture(Optional.empty())
            : BulkStatement.andThen(
                store.lookUp(account, id), stored -> updateStored(account, id, stored, draft)),
        () -> updateWithLock(account, id, draft));
  }

  private Future<Optional<GroupRow>> updateStored(
      UUID account, long id, Versioned<GroupStore.Stored> stored, GroupDraft draft) {
    List<GroupRules.Member> members = stored.value().members();
    String before = stored.value().settings();
    ObjectNode settings = merged(account, id, before, draft);
    requireNone(GroupRules.violations(GroupSettings.of(settings), members));
    return members.size() > MOST_RESCHEDULED
            && !GroupCodec.schedule(settings).equals(GroupCodec.schedule(JsonText.parse(before)))
        ? Future.succeededFuture(Optional.empty())
        : store.update(account, id, stored, settings.toString(), now(), GroupStore.Named.of(draft));
  }

  private Future<GroupRow> updateWithLock(UUID account, long id, GroupDraft draft) {
    return database
        .transaction(
            connection ->
                store
                    .lock(connection, account, id)
                    .map(found -> found.orElseThrow(ApiException::notFound))
                    .map(row -> merged(account, id, row.settings(), draft))
                    .compose(settings -> requireSuitable(connection, account, id, settings))
                    .compose(
                        settings ->
                            locations
                                .requireKnown(connection, account, draft.privateLocations())
                                .map(settings))
                    .compose(
                        settings ->
                            store.replace(connection, account, id, settings.toString(), now()))
                    .compose(replaced -> subscribe(connection, account, id, draft))
                    .compose(subscribed -> store.read(connection, account, id)))
        .map(Optional::orElseThrow);
  }

  private ObjectNode merged(UUID account, long id, String stored, GroupDraft draft) {
    ObjectNode before = JsonText.parse(stored);
    GroupDraft.Secrets storedSecrets = GroupCodec.secrets(before);
    GroupDraft.Secrets sealed = secrets.sealed(account, id, GroupSecrets.unmasked(draft.secrets()));
    GroupDraft.Secrets kept =
        GroupSecrets.withPassword(
            new GroupDraft.Secrets(
                EnvironmentVariableRules.keepSecrets(sealed.variables(), storedSecrets.variables()),
                sealed.apiCheckDefaults()),
            GroupSecrets.password(storedSecrets));
    requireNone(EnvironmentVariableRules.ofResult(kept.variables()));
    ObjectNode settings = GroupCodec.merged(before, draft.with(kept));
    return GroupCodec.with(settings, secrets.renewed(account, id, GroupCodec.secrets(settings)));
  }

  private Future<ObjectNode> requireSuitable(
      SqlConnection connection, UUID account, long id, ObjectNode settings) {
    return store
        .members(connection, account, id)
        .map(
            members -> {
              requireNone(GroupRules.violations(GroupSettings.of(settings), members));
              return settings;
            });
  }

  private Future<Void> subscribe(
      SqlConnection connection, UUID account, long id, GroupDraft draft) {
    List<RequestedSubscription> requested = draft.alerting().subscriptions().value();
    Future<Void> subscribed =
        requested == null
            ? Future.succeededFuture()
            : subscriptions.replace(connection, account, SubscriptionTarget.group(id), requested);
    return subscribed.compose(
        done ->
            dependencies.replace(
                connection,
                account,
                Dependent.group(id),
                draft.alerting().dependsOn().value(),
                false));
  }

  /** One group of either generation; fails with a 404 when the account does not have it. */
  Future<GroupRow> read(UUID account, long id) {
    return store.read(account, id).map(found -> found.orElseThrow(ApiException::notFound));
  }

  /** Deletes a group with its subscriptions; fails with a 409 while it has checks. */
  Future<Void> delete(UUID account, long id) {
    return store
        .delete(account, id)
        .recover(CheckGroups::nameConflict)
        .compose(
            deleted ->
                deleted ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound()));
  }

  /** The groups that match a filter, oldest first. */
  Future<CountedPage<GroupRow>> list(GroupStore.Filter filter, long limit, long offset) {
    return database.read(connection -> store.list(connection, filter, limit, offset));
  }

  private static void requireNone(List<Violation> violations) {
    if (!violations.isEmpty()) {
      throw ApiException.invalid(violations);
    }
  }

  static <T> Future<T> nameConflict(Throwable failure) {
    boolean inUse =
        failure instanceof PgException refused && "checks_group".equals(refused.getConstraint());
    return Future.failedFuture(
        inUse
            ? new ApiException(
                ApiError.CONFLICT,
                "The group still has checks: delete them or move them to another group first")
            : failure);
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
