package dev.belfry.alerting.alert;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import io.vertx.core.Future;

/** The operation that acts on all open alerts of a group. */
final class AlertGroupActionOperations {
  private final AlertGroupActions actions;

  AlertGroupActionOperations(AlertGroupActions actions) {
    this.actions = actions;
  }

  void register(OperationRegistry registry) {
    registry.add("createAlertGroupAction", AlertAction::violations, this::createAlertGroupAction);
  }

  Future<ApiResponse> createAlertGroupAction(ApiRequest request) {
    AlertAction action = AlertAction.of(request.body());
    String actor = request.caller().actor();
    return actions
        .take(request.account(), request.guid("id"), action, actor)
        .map(alerts -> ApiResponse.created(json(action, actor, alerts)));
  }

  private static String json(AlertAction action, String actor, int alerts) {
    return JsonText.object()
        .plain("action", action.type().name())
        .string("actor", actor)
        .string("note", action.note())
        .string("assignee", action.assignee())
        .millis("until", action.until())
        .number("alerts", (long) alerts)
        .end();
  }
}
