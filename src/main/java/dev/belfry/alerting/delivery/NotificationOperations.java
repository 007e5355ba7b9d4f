package dev.belfry.alerting.delivery;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.monitoring.channel.ChannelAvailability;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import java.util.List;

/** The API's operations on messages to alert channels. */
public final class NotificationOperations {
  private final AlertNotifications notifications;

  /** Creates the operations; {@code ids} makes the ids of test messages. */
  public NotificationOperations(Database database, ChannelAvailability availability, Ids ids) {
    notifications = new AlertNotifications(new NotificationStore(database), availability, ids);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listAlertNotifications", this::listAlertNotifications)
        .add("listNotificationsOfAlert", this::listNotificationsOfAlert)
        .add("resendAlertNotification", this::resendAlertNotification)
        .add("resendAlertNotifications", this::resendAlertNotifications)
        .add("testAlertChannel", this::testAlertChannel);
  }

  Future<ApiResponse> listAlertNotifications(ApiRequest request) {
    NotificationStore.Filter filter =
        new NotificationStore.Filter(
            request.account(),
            request.optionalText("alertChannelId").map(Long::valueOf).orElse(null),
            request.optionalFlag("hasFailures").orElse(null),
            request.optionalTime("from").orElse(null),
            request.optionalTime("to").orElse(null));
    return notifications
        .list(filter, request.number("limit"), PageList.offset(request))
        .map(
            page -> {
              List<String> entries = views(page.rows(), request);
              return new PageList(entries, page.total()).answer(request);
            });
  }

  private static List<String> views(List<NotificationRow> rows, ApiRequest request) {
    return rows.stream().map(row -> NotificationView.of(row, request.caller())).toList();
  }

  Future<ApiResponse> listNotificationsOfAlert(ApiRequest request) {
    return notifications
        .ofAlert(request.account(), request.guid("id"))
        .map(rows -> ApiResponse.ok(JsonText.array(views(rows, request))));
  }

  Future<ApiResponse> resendAlertNotification(ApiRequest request) {
    return notifications
        .resend(request.account(), request.guid("id"))
        .map(id -> ApiResponse.accepted(JsonText.object().plain("id", id.toString()).end()));
  }

  Future<ApiResponse> resendAlertNotifications(ApiRequest request) {
    return notifications
        .resendAll(request.account(), ResendOrder.of(request.body()))
        .map(count -> ApiResponse.accepted(JsonText.object().number("count", count).end()));
  }

  Future<ApiResponse> testAlertChannel(ApiRequest request) {
    return notifications
        .test(request.account(), request.number("id"))
        .map(id -> ApiResponse.accepted(JsonText.object().plain("id", id.toString()).end()));
  }
}
