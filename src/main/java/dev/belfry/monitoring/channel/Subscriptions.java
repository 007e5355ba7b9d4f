package dev.belfry.monitoring.channel;

import dev.belfry.api.contract.Field;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Subscribes checks and groups to channels. */
public final class Subscriptions {
  private final SubscriptionStore store = new SubscriptionStore();

  /**
   * Makes the subscriptions of a check or group those of a list, within the caller's transaction.
   *
   * @return fails with a 400 naming the entries whose channel does not exist in the account
   */
  public Future<Void> replace(
      SqlConnection connection,
      UUID account,
      SubscriptionTarget target,
      List<RequestedSubscription> requested) {
    return store
        .removeOthers(connection, target, requested)
        .compose(removed -> store.put(connection, account, target, requested))
        .recover(failure -> nameMissing(requested, failure));
  }

  /**
   * Subscribes a new check or group to channels it is not subscribed to yet.
   *
   * @param all every channel of the account; false = only those with {@code autoSubscribe}
   */
  public Future<Void> assign(
      SqlConnection connection, UUID account, SubscriptionTarget target, boolean all) {
    return store.assign(connection, account, target, all);
  }

  /**
   * Subscribes new checks to the channels of the account that subscribe them themselves.
   *
   * @param checks checks of the account
   */
  public Future<Void> assignNew(SqlConnection connection, UUID account, UUID[] checks) {
    return store.assignNew(connection, account, checks);
  }

  /** Rules of the list of subscriptions in a body: each channel at most once. */
  public static List<Violation> violations(Field<List<RequestedSubscription>> requested) {
    List<RequestedSubscription> list = requested.value();
    if (list == null) {
      return new ArrayList<>(0);
    }
    List<Violation> violations = new ArrayList<>(0);
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      if (!seen.add(list.get(i).channelId())) {
        violations.add(
            new Violation(
                "/alertChannelSubscriptions/" + i + "/alertChannelId", "must not appear twice"));
      }
    }
    return violations;
  }

  private static Future<Void> nameMissing(List<RequestedSubscription> list, Throwable failure) {
    if (failure instanceof PgException refused
        && "subscriptions_channel".equals(refused.getConstraint())) {
      return Future.failedFuture(
          ApiException.invalid(
              List.of(
                  new Violation(
                      "/alertChannelSubscriptions",
                      "must name alert channels of this account; at least one of "
                          + list.stream().map(RequestedSubscription::channelId).limit(20).toList()
                          + " does not exist"))));
    }
    return Future.failedFuture(failure);
  }
}
