package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.Field;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.RequestedSubscription;
import dev.belfry.monitoring.channel.SubscriptionTarget;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.Frequency;
import dev.belfry.monitoring.check.GroupRules;
import dev.belfry.monitoring.check.GroupSettings;
import dev.belfry.monitoring.dependency.Dependencies;
import dev.belfry.monitoring.dependency.Dependent;
import dev.belfry.monitoring.group.GroupLookup;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates, reads, changes and deletes checks. */
final class Monitors {
  private final Database database;
  private final MonitorStore store;
  private final Subscriptions subscriptions;
  private final Dependencies dependencies = new Dependencies();
  private final GroupLookup groups;
  private final PrivateLocationLookup locations;
  private final CheckSecrets secrets;
  private final Ids ids;
  private final InstantSource clock;

  Monitors(
      Database database,
      MonitorStore store,
      Subscriptions subscriptions,
      GroupLookup groups,
      PrivateLocationLookup locations,
      CheckSecrets secrets,
      Ids ids,
      InstantSource clock) {
    this.database = database;
    this.store = store;
    this.subscriptions = subscriptions;
    this.groups = groups;
    this.locations = locations;
    this.secrets = secrets;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Creates a monitor, the usual one in one statement.
   *
   * @param assignAll whether it is subscribed to every channel of the account, not only to those
   *     named, or to those that subscribe new checks themselves where the body has no list
   */
  Future<MonitorRow> create(UUID account, MonitorDraft draft, boolean assignAll) {
    UUID id = ids.next();
    Long group = draft.identity().groupId().value();
    String settings =
        secrets.sealed(account, id, draft.type(), MonitorCodec.settings(draft.complete()));
    if (draft.hasParents() || (group != null && !GroupRules.suitsEveryGroup(draft.type()))) {
      return createWithLock(account, id, draft, settings, assignAll);
    }
    List<RequestedSubscription> subscriptions = draft.alerting().subscriptions().value();
    return BulkStatement.orElse(
        store
            .create(
                account,
                id,
                draft.type(),
                group,
                settings,
                now(),
                subscriptions == null ? null : RequestedSubscription.sortedText(subscriptions),
                assignAll,
                draft.privateLocations())
            .recover(MissingReferences::named),
        () -> createWithLock(account, id, draft, settings, assignAll));
  }

  private Future<MonitorRow> createWithLock(
      UUID account, UUID id, MonitorDraft draft, String settings, boolean assignAll) {
    Long group = draft.identity().groupId().value();
    GroupRules.Member member =
        member(id, draft.type(), draft.identity().name(), draft.schedule().frequency());
    return database
        .transaction(
            connection ->
                locations
                    .requireKnown(connection, account, draft.privateLocations())
                    .compose(known -> requireGroup(connection, account, group, member))
                    .compose(
                        allowed ->
                            store.insert(
                                connection, account, id, draft.type(), group, settings, now()))
                    .compose(inserted -> subscribe(connection, account, id, draft))
                    .compose(
                        named ->
                            dependencies.replace(
                                connection,
                                account,
                                Dependent.check(id),
                                draft.alerting().dependsOn().value(),
                                false))
                    .compose(
                        named ->
                            assignAll || !draft.alerting().subscriptions().isPresent()
                                ? subscriptions.assign(
                                    connection, account, SubscriptionTarget.check(id), assignAll)
                                : Future.succeededFuture())
                    .compose(assigned -> store.read(connection, account, id)))
        .map(Optional::orElseThrow)
        .recover(MissingReferences::named);
  }

  /**
   * Updates a monitor: an absent member keeps its stored value (wire contract 0a). The usual update
   * is one statement; one that touches other rows, or whose rules depend on what is stored, is a
   * transaction.
   */
  Future<MonitorRow> update(UUID account, UUID id, MonitorDraft draft) {
    String settings = MonitorCodec.settings(draft);
    if (!draft.isSelfContained() || CheckSecrets.lackOne(draft.type(), settings)) {
      return updateWithLock(account, id, draft);
    }
    return BulkStatement.orElse(
        store
            .update(
                account,
                id,
                draft.type(),
                secrets.sealed(account, id, draft.type(), settings),
                now(),
                MonitorStore.Guards.of(draft))
            .recover(MissingReferences::named),
        () -> updateWithLock(account, id, draft));
  }

  private Future<MonitorRow> updateWithLock(UUID account, UUID id, MonitorDraft draft) {
    return database
        .transactionInTurn(
            id,
            connection ->
                store
                    .lock(connection, account, id, draft.type())
                    .compose(found -> change(connection, account, present(found), draft))
                    .compose(changed -> store.read(connection, account, id)))
        .map(Optional::orElseThrow)
        .recover(MissingReferences::named);
  }

  private Future<Void> change(
      SqlConnection connection, UUID account, MonitorRow stored, MonitorDraft sent) {
    MonitorDraft before = MonitorCodec.read(sent.type(), JsonText.parse(stored.settings()));
    MonitorDraft draft =
        sent.withLimitsOver(before.limits())
            .withOffsetBeside(before.schedule().frequencyOffset().value());
    UUID id = stored.id();
    String settings =
        secrets.updated(account, id, draft.type(), MonitorCodec.settings(draft), stored.settings());
    List<Violation> violations = MonitorRules.ofResult(draft, before, settings);
    if (!violations.isEmpty()) {
      throw ApiException.invalid(violations);
    }
    Long group = draft.identity().groupId().or(stored.groupId());
    GroupRules.Member member =
        member(
            id,
            draft.type(),
            draft.identity().name().over(before.identity().name()),
            draft.schedule().frequency().over(before.schedule().frequency()));
    return locations
        .requireKnown(connection, account, draft.privateLocations())
        .compose(known -> requireGroup(connection, account, group, member))
        .compose(allowed -> store.change(connection, account, id, settings, group, now()))
        .compose(changed -> subscribe(connection, account, id, draft))
        .compose(
            subscribed ->
                dependencies.replace(
                    connection,
                    account,
                    Dependent.check(id),
                    draft.alerting().dependsOn().value(),
                    group != null && !group.equals(stored.groupId())));
  }

  private Future<Void> subscribe(
      SqlConnection connection, UUID account, UUID id, MonitorDraft draft) {
    List<RequestedSubscription> requested = draft.alerting().subscriptions().value();
    return requested == null
        ? Future.succeededFuture()
        : subscriptions.replace(connection, account, SubscriptionTarget.check(id), requested);
  }

  /** Requires that the group exists and takes the check (specification, "Group rules"). */
  private Future<Void> requireGroup(
      SqlConnection connection, UUID account, @Nullable Long group, GroupRules.Member member) {
    if (group == null) {
      return Future.succeededFuture();
    }
    return groups
        .findForJoining(connection, account, group)
        .compose(
            found -> {
              List<Violation> violations =
                  found
                      .map(joined -> GroupRules.joining(joined, member))
                      .orElseGet(() -> List.of(MissingReferences.noGroup()));
              return violations.isEmpty()
                  ? Future.succeededFuture()
                  : Future.failedFuture(ApiException.invalid(violations));
            });
  }

  private static GroupRules.Member member(
      UUID id, CheckType type, Field<String> name, Field<Integer> frequency) {
    return new GroupRules.Member(
        id.toString(),
        Objects.requireNonNullElse(name.value(), ""),
        type,
        Objects.requireNonNullElse(frequency.value(), Frequency.DEFAULT_MINUTES));
  }

  /** Deletes a check of any type with its results; fails with a 404 without the check. */
  Future<Void> delete(UUID account, UUID id) {
    return store
        .delete(account, id)
        .compose(
            deleted ->
                deleted ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound()));
  }

  /** One check of any type; fails with a 404 when the account does not have it. */
  Future<MonitorRow> read(UUID account, UUID id) {
    return store.read(account, id).map(Monitors::present);
  }

  /** One check with the settings of its group applied, if it is in one. */
  Future<MonitorRow> readEffective(UUID account, UUID id) {
    return database.transaction(
        connection ->
            store
                .read(connection, account, id)
                .map(Monitors::present)
                .compose(
                    row -> effective(connection, account, List.of(row)).map(rows -> rows.get(0))));
  }

  /** The checks that match a filter, oldest first. */
  Future<CountedPage<MonitorRow>> list(
      MonitorStore.Filter filter, long limit, long offset, boolean effective) {
    return database.read(
        connection ->
            store
                .list(connection, filter, limit, offset)
                .compose(
                    page ->
                        effective
                            ? effective(connection, filter.account(), page.rows())
                                .map(rows -> new CountedPage<>(rows, page.total()))
                            : Future.succeededFuture(page)));
  }

  private Future<List<MonitorRow>> effective(
      SqlConnection connection, UUID account, List<MonitorRow> rows) {
    Long[] ids = EffectiveView.groups(rows);
    return ids.length == 0
        ? Future.succeededFuture(rows)
        : groups
            .find(connection, account, ids)
            .map(found -> rows.stream().map(row -> EffectiveView.of(row, found)).toList());
  }

  /** Whether the account has a group of that id. */
  Future<Optional<GroupSettings>> group(UUID account, long group) {
    return database.transaction(connection -> groups.find(connection, account, group));
  }

  private static MonitorRow present(Optional<MonitorRow> found) {
    return found.orElseThrow(ApiException::notFound);
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
