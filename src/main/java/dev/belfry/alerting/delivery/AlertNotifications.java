package dev.belfry.alerting.delivery;

import dev.belfry.monitoring.channel.ChannelAvailability;
import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** Lists, resends and tests messages to alert channels. */
final class AlertNotifications {
  private final NotificationStore store;
  private final ChannelAvailability availability;
  private final Ids ids;

  AlertNotifications(NotificationStore store, ChannelAvailability availability, Ids ids) {
    this.store = store;
    this.availability = availability;
    this.ids = ids;
  }

  /** Messages, newest first. */
  Future<CountedPage<NotificationRow>> list(
      NotificationStore.Filter filter, long limit, long offset) {
    return CountedPage.read(store.count(filter), offset, () -> store.list(filter, limit, offset));
  }

  /** The messages of one alert of any age, at most one per channel; 404 without alert. */
  Future<List<NotificationRow>> ofAlert(UUID account, UUID alert) {
    return store
        .hasAlert(account, alert)
        .compose(
            found ->
                found
                    ? store.ofAlert(account, alert)
                    : Future.failedFuture(ApiException.notFound()));
  }

  /** Sends a message again under its id, a pending one at once; fails with 404 without it. */
  Future<UUID> resend(UUID account, UUID id) {
    return store
        .resend(account, id)
        .compose(
            found ->
                found ? Future.succeededFuture(id) : Future.failedFuture(ApiException.notFound()));
  }

  /** Sends messages again, each under its id, and counts them; 404 without the channel. */
  Future<Long> resendAll(UUID account, ResendOrder order) {
    Long channel = order.channelId();
    return channel == null
        ? store.resendAll(account, order)
        : store
            .hasChannel(account, channel)
            .compose(
                found ->
                    found
                        ? store.resendAll(account, order)
                        : Future.failedFuture(ApiException.notFound()));
  }

  /**
   * Queues a test message and returns its id. Fails with 404 without the channel, with 409 and the
   * reason when nothing can be sent to channels of its type.
   */
  Future<UUID> test(UUID account, long channel) {
    return store
        .channelType(account, channel)
        .map(found -> found.orElseThrow(ApiException::notFound))
        .compose(
            type -> {
              String hindrance = availability.hindrance(type);
              return hindrance.isEmpty()
                  ? queueTest(account, channel)
                  : Future.failedFuture(new ApiException(ApiError.CONFLICT, hindrance));
            });
  }

  private Future<UUID> queueTest(UUID account, long channel) {
    UUID id = ids.next();
    return store
        .test(account, channel, id)
        .compose(
            found ->
                found ? Future.succeededFuture(id) : Future.failedFuture(ApiException.notFound()));
  }
}
