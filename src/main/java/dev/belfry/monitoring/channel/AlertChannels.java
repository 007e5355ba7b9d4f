package dev.belfry.monitoring.channel;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Versioned;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates, reads, changes and deletes alert channels. */
final class AlertChannels {
  private static final int MOST_SUBSCRIPTIONS = 100;

  private final Database database;
  private final ChannelStore store;
  private final ChannelDeletion deletion;
  private final Subscribers subscribers;
  private final ChannelSecrets secrets;
  private final ChannelMembers members;
  private final InstantSource clock;

  AlertChannels(
      Database database,
      ChannelStore store,
      ChannelDeletion deletion,
      Subscribers subscribers,
      ChannelSecrets secrets,
      InstantSource clock) {
    this.database = database;
    this.members = new ChannelMembers(database);
    this.secrets = secrets;
    this.store = store;
    this.deletion = deletion;
    this.subscribers = subscribers;
    this.clock = clock;
  }

  /**
   * Creates a channel with the subscriptions its body names; fails with a 400 when the account
   * lacks one of their checks or groups. The usual one is created in one statement.
   */
  Future<ChannelRow> create(UUID account, ChannelDraft draft) {
    ChannelType type = requireNonNull(draft.type().value());
    ChannelConfig config = requireNonNull(draft.config().value()).stored(type);
    String flags = ChannelCodec.text(draft.flags());
    return requireSchedule(account, draft)
        .compose(known -> members.require(account, type, config))
        .compose(known -> store.nextId(account))
        .compose(
            id -> {
              String sealed = ChannelCodec.text(secrets.sealed(account, id, config));
              StoredChannel channel = new StoredChannel(type, sealed, flags);
              return isUsual(draft)
                  ? BulkStatement.orElse(
                      store.create(account, id, channel, now(), subscriptions(draft)),
                      () -> createAlone(account, id, channel, draft))
                  : createAlone(account, id, channel, draft);
            })
        .recover(ChannelMembers::teamGone);
  }

  private Future<ChannelRow> createAlone(
      UUID account, long id, StoredChannel channel, ChannelDraft draft) {
    return database
        .transaction(
            connection ->
                store
                    .insert(connection, account, id, channel, now())
                    .compose(inserted -> subscribe(connection, account, id, draft))
                    .compose(subscribed -> store.read(connection, account, id)))
        .map(Optional::orElseThrow);
  }

  /**
   * Updates a channel: an absent member keeps its stored value (wire contract 0a). Fails with a 404
   * without the channel, with a 400 when the result is wrong. The usual update takes one statement
   * to read and one to write.
   */
  Future<ChannelRow> update(UUID account, long id, ChannelDraft draft) {
    return requireSchedule(account, draft)
        .compose(known -> change(account, id, draft))
        .recover(ChannelMembers::teamGone);
  }

  private Future<ChannelRow> change(UUID account, long id, ChannelDraft draft) {
    return isUsual(draft)
        ? BulkStatement.orElse(
            BulkStatement.andThen(
                store.lookUp(account, id),
                stored -> {
                  StoredChannel channel = changed(account, id, stored.value(), draft);
                  return requireMember(account, channel, draft)
                      .compose(
                          known ->
                              store.update(
                                  account,
                                  id,
                                  new Versioned<>(channel, stored.version()),
                                  now(),
                                  subscriptions(draft)));
                }),
            () -> updateWithLock(account, id, draft))
        : updateWithLock(account, id, draft);
  }

  /** A schedule that is deleted meanwhile leaves the channel without one, as any later deletion. */
  private Future<Void> requireSchedule(UUID account, ChannelDraft draft) {
    OnCallLink link = draft.flags().timing().onCall().value();
    return link == null
        ? Future.succeededFuture()
        : store
            .hasSchedule(account, link.schedule())
            .map(
                known -> {
                  if (!known) {
                    throw ApiException.invalid(
                        List.of(
                            new Violation(
                                "/onCall/scheduleId",
                                "must be the id of an on-call schedule of this account")));
                  }
                  return null;
                });
  }

  /** Many subscriptions would hold up the writes of others. */
  private static boolean isUsual(ChannelDraft draft) {
    return draft.subscribers().size() <= MOST_SUBSCRIPTIONS;
  }

  private static @Nullable String subscriptions(ChannelDraft draft) {
    return draft.subscriptions().isPresent() ? SubscriptionCodec.text(draft.subscribers()) : null;
  }

  private Future<ChannelRow> updateWithLock(UUID account, long id, ChannelDraft draft) {
    return database
        .transaction(
            connection ->
                store
                    .lock(connection, account, id)
                    .map(found -> found.orElseThrow(ApiException::notFound))
                    .map(stored -> changed(account, id, stored, draft))
                    .compose(
                        channel ->
                            (aims(draft)
                                    ? members.require(
                                        connection, account, channel.type(), config(channel))
                                    : Future.<Void>succeededFuture())
                                .compose(
                                    known ->
                                        store.replace(connection, account, id, channel, now())))
                    .compose(replaced -> subscribe(connection, account, id, draft))
                    .compose(subscribed -> store.read(connection, account, id)))
        .map(Optional::orElseThrow);
  }

  private StoredChannel changed(UUID account, long id, StoredChannel stored, ChannelDraft draft) {
    ChannelType type = requireNonNull(draft.type().or(stored.type()));
    ChannelConfig before = ChannelCodec.config(stored.config());
    ChannelConfig sent = draft.config().value();
    ChannelConfig sealed =
        sent == null
            ? before
            : secrets.sealed(
                account,
                id,
                requireUnmasked(
                    type,
                    type == stored.type() ? CredentialMask.restored(type, sent, before) : sent));
    ChannelConfig config =
        (type == stored.type() ? sealed.withSecretsOf(before) : sealed).stored(type);
    String settings = ChannelCodec.merged(stored.settings(), draft.flags());
    List<Violation> violations = new ArrayList<>(ChannelRules.ofConfig(type, config));
    ObjectNode parsed = JsonText.parse(settings);
    violations.addAll(ChannelRules.ofReports(type, ChannelCodec.asksForReports(parsed)));
    violations.addAll(ChannelRules.ofPerson(type, config, OnCallLink.hasPerson(parsed)));
    if (!violations.isEmpty()) {
      throw ApiException.invalid(violations);
    }
    return new StoredChannel(
        type, ChannelCodec.text(secrets.renewed(account, id, config)), settings);
  }

  private Future<Void> requireMember(UUID account, StoredChannel channel, ChannelDraft draft) {
    return aims(draft)
        ? members.require(account, channel.type(), config(channel))
        : Future.succeededFuture();
  }

  /** Whether an update says where the channel goes; another may keep a person who has left. */
  private static boolean aims(ChannelDraft draft) {
    return draft.type().isPresent() || draft.config().isPresent();
  }

  private static ChannelConfig config(StoredChannel channel) {
    return ChannelCodec.config(channel.config());
  }

  private static ChannelConfig requireUnmasked(ChannelType type, ChannelConfig config) {
    List<Violation> violations = CredentialMask.leftIn(type, config);
    if (!violations.isEmpty()) {
      throw ApiException.invalid(violations);
    }
    return config;
  }

  private Future<Void> subscribe(
      SqlConnection connection, UUID account, long id, ChannelDraft draft) {
    return draft.subscriptions().isPresent()
        ? subscribers.replace(connection, account, id, draft.subscribers())
        : Future.succeededFuture();
  }

  /** One channel; fails with a 404 when the account does not have it. */
  Future<ChannelRow> read(UUID account, long id) {
    return store.read(account, id).map(found -> found.orElseThrow(ApiException::notFound));
  }

  /** Deletes a channel with its subscriptions; fails with a 404 without the channel. */
  Future<Void> delete(UUID account, long id) {
    return deletion
        .execute(account, id)
        .compose(
            deleted ->
                deleted ? Future.succeededFuture() : Future.failedFuture(ApiException.notFound()));
  }

  /**
   * Subscribes one check or group, or changes whether its subscription is active.
   *
   * @return the subscription as an answer shows it, JSON text
   */
  Future<String> subscribe(UUID account, long id, ChannelDraft.SubscriberDraft draft) {
    return subscribers.put(account, id, Subscriber.of(draft));
  }

  /** The channels of an account, oldest first. */
  Future<CountedPage<ChannelRow>> list(UUID account, long limit, long offset) {
    return database.read(
        connection ->
            CountedPage.read(
                store.count(connection, account),
                offset,
                () -> store.list(connection, account, limit, offset)));
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
