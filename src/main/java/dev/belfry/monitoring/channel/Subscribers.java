package dev.belfry.monitoring.channel;

import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** Which checks and groups a channel serves: the other side of {@link Subscriptions}. */
final class Subscribers {
  private static final String NO_CHECK = "must be a check of this account";
  private static final String NO_GROUP = "must be a check group of this account";

  private final SubscriberStore store;

  Subscribers(Database database) {
    this.store = new SubscriberStore(database);
  }

  /**
   * Makes the subscriptions of a channel those of a list, within the caller's transaction; those
   * that stay keep their id.
   *
   * @return fails with a 400 naming every check and group that the account does not have
   */
  Future<Void> replace(
      SqlConnection connection, UUID account, long channel, List<Subscriber> requested) {
    List<Subscriber> checks = requested.stream().filter(Subscribers::isCheck).toList();
    List<Subscriber> groups = requested.stream().filter(one -> !isCheck(one)).toList();
    return requireKnown(connection, account, requested)
        .compose(known -> store.removeOthers(connection, account, channel, requested))
        .compose(removed -> store.put(connection, account, channel, checks))
        .compose(put -> store.put(connection, account, channel, groups));
  }

  /**
   * Adds one subscription or changes whether it is active.
   *
   * @return the subscription as an answer shows it; fails with a 404 without the channel, with a
   *     400 without the check or group
   */
  Future<String> put(UUID account, long channel, Subscriber requested) {
    return BulkStatement.orElse(
            store.putOne(account, channel, requested),
            () ->
                store
                    .putAlone(account, channel, requested)
                    .map(found -> found.orElseThrow(ApiException::notFound))
                    .recover(Subscribers::nameMissing))
        .compose(put -> store.touchIfConditional(account, channel).map(put));
  }

  private Future<Void> requireKnown(
      SqlConnection connection, UUID account, List<Subscriber> requested) {
    if (requested.isEmpty()) {
      return Future.succeededFuture();
    }
    UUID[] checks = Subscriber.checks(requested).toArray(UUID[]::new);
    Long[] groups = Subscriber.groups(requested).toArray(Long[]::new);
    return store
        .knownChecks(connection, account, checks)
        .compose(
            knownChecks ->
                store
                    .knownGroups(connection, account, groups)
                    .compose(knownGroups -> refuse(unknown(requested, knownChecks, knownGroups))));
  }

  private static List<Violation> unknown(
      List<Subscriber> requested, Set<UUID> checks, Set<Long> groups) {
    List<Violation> violations = new ArrayList<>();
    for (int i = 0; i < requested.size(); i++) {
      SubscriptionTarget target = requested.get(i).target();
      if (target.checkId() != null && !checks.contains(target.checkId())) {
        violations.add(new Violation("/subscriptions/" + i + "/checkId", NO_CHECK));
      }
      if (target.groupId() != null && !groups.contains(target.groupId())) {
        violations.add(new Violation("/subscriptions/" + i + "/groupId", NO_GROUP));
      }
    }
    return violations;
  }

  private static Future<Void> refuse(List<Violation> violations) {
    return violations.isEmpty()
        ? Future.succeededFuture()
        : Future.failedFuture(ApiException.invalid(violations));
  }

  private static <T> Future<T> nameMissing(Throwable failure) {
    String constraint =
        failure instanceof PgException refused
            ? Objects.requireNonNullElse(refused.getConstraint(), "")
            : "";
    return Future.failedFuture(
        switch (constraint) {
          case "subscriptions_channel" -> ApiException.notFound();
          case "subscriptions_of_check" ->
              ApiException.invalid(List.of(new Violation("/checkId", NO_CHECK)));
          case "subscriptions_of_group" ->
              ApiException.invalid(List.of(new Violation("/groupId", NO_GROUP)));
          default -> failure;
        });
  }

  private static boolean isCheck(Subscriber subscriber) {
    return subscriber.target().checkId() != null;
  }
}
