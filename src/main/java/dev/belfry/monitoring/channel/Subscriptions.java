package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/** Which checks and groups are told through which channels. */
public final class Subscriptions {
  private final SubscriptionStore store = new SubscriptionStore();

  /**
   * Makes the subscriptions of a check or group those of a list, within the caller's transaction.
   *
   * @param wanted array of {@code {alertChannelId, activated}}, valid by the contract
   * @return fails with a 400 naming the entries whose channel does not exist in the account
   */
  public Future<Void> replace(
      SqlConnection connection, UUID account, SubscriptionTarget subject, JsonNode wanted) {
    List<RequestedSubscription> list = RequestedSubscription.of(wanted);
    return store
        .removeOthers(connection, subject, list)
        .compose(removed -> store.put(connection, account, subject, list))
        .recover(failure -> nameMissing(list, failure));
  }

  /**
   * Subscribes a new check or group to channels it is not subscribed to yet.
   *
   * @param all every channel of the account; false = only those with {@code autoSubscribe}
   */
  public Future<Void> assign(
      SqlConnection connection, UUID account, SubscriptionTarget subject, boolean all) {
    return store.assign(connection, account, subject, all);
  }

  /**
   * Subscribes new checks to the channels of the account that subscribe them themselves.
   *
   * @param checks checks of the account
   */
  public Future<Void> assignNew(SqlConnection connection, UUID account, UUID[] checks) {
    return store.assignNew(connection, account, checks);
  }

  /**
   * Rules of a list of subscriptions in a body: each channel at most once.
   *
   * @param wanted the member of the body, missing or null when there is none
   */
  public static List<Violation> violations(JsonNode wanted) {
    List<Violation> violations = new ArrayList<>();
    List<Long> seen = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      long channel = wanted.get(i).path("alertChannelId").asLong();
      if (seen.contains(channel)) {
        violations.add(
            new Violation(
                "/alertChannelSubscriptions/" + i + "/alertChannelId", "must not appear twice"));
      }
      seen.add(channel);
    }
    return violations;
  }

  /** A list in the order in which answers and comparisons have it: by channel. */
  public static ArrayNode sorted(JsonNode wanted) {
    List<JsonNode> entries = new ArrayList<>();
    wanted.forEach(entries::add);
    entries.sort(Comparator.comparingLong(entry -> entry.get("alertChannelId").asLong()));
    ArrayNode sorted = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.arrayNode();
    entries.forEach(sorted::add);
    return sorted;
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
                          + list.stream().map(RequestedSubscription::channelId).toList()
                          + " does not exist"))));
    }
    return Future.failedFuture(failure);
  }
}
