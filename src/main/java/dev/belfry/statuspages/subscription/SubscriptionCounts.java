package dev.belfry.statuspages.subscription;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;

/**
 * How many subscriptions there are, with those just added.
 *
 * @param all of the page, counted up to one more than it may have
 * @param unconfirmed of the page, of the last hour
 * @param atHost unconfirmed webhooks of the last hour at the hosts of those just added
 */
record SubscriptionCounts(long all, long unconfirmed, long atHost) {

  /**
   * Fails with a 409 that names the first limit that is exceeded.
   *
   * @param byReader whether those that bound readers count
   */
  Future<Void> require(Config.Subscribers limits, boolean byReader) {
    if (all > limits.maxPerPage()) {
      return refused("A status page may have " + limits.maxPerPage() + " subscriptions");
    }
    if (byReader && unconfirmed > limits.maxUnconfirmed()) {
      return refused(
          "In an hour readers may add " + limits.maxUnconfirmed() + " unconfirmed subscriptions");
    }
    if (byReader && atHost > limits.maxPerHost()) {
      return refused(
          "In an hour readers may add " + limits.maxPerHost() + " unconfirmed webhooks at a host");
    }
    return Future.succeededFuture();
  }

  private static Future<Void> refused(String limit) {
    return Future.failedFuture(new ApiException(ApiError.CONFLICT, limit));
  }
}
