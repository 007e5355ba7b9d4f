package dev.belfry.alerting.alert;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.LinkPage;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * The operations behind the links in messages about alerts and groups of alerts; a token authorizes
 * each call.
 */
final class AlertLinkOperations {
  /** The actor of an acknowledgement by a link. */
  private static final String ACTOR = "link";

  private final AlertActions actions;
  private final AlertGroupActions groups;
  private final AlertLinks links;

  AlertLinkOperations(AlertActions actions, AlertGroupActions groups, AlertLinks links) {
    this.actions = actions;
    this.groups = groups;
    this.links = links;
  }

  void register(OperationRegistry registry) {
    registry
        .add("showAcknowledgement", this::showAcknowledgement)
        .add("acknowledgeAlert", this::acknowledgeAlert);
  }

  Future<ApiResponse> showAcknowledgement(ApiRequest request) {
    return genuine(request, this::shown, this::shownGroup);
  }

  Future<ApiResponse> acknowledgeAlert(ApiRequest request) {
    return genuine(request, this::acknowledge, this::acknowledgeGroup);
  }

  private Future<ApiResponse> acknowledge(UUID alert) {
    return actions
        .show(alert)
        .compose(
            found ->
                found.filter(shown -> shown.open() && !shown.acknowledged()).isPresent()
                    ? actions
                        .take(null, alert, AlertAction.BY_LINK, ACTOR)
                        .<Void>mapEmpty()
                        .recover(AlertLinkOperations::unlessEnded)
                        .compose(done -> shown(alert))
                    : Future.succeededFuture(page(found.map(AcknowledgementPages::of))));
  }

  private Future<ApiResponse> acknowledgeGroup(UUID group) {
    return groups
        .show(group)
        .compose(
            found ->
                found.filter(counts -> counts.unattended() > 0).isPresent()
                    ? groups
                        .take(null, group, AlertAction.BY_LINK, ACTOR)
                        .<Void>mapEmpty()
                        .recover(AlertLinkOperations::unlessEnded)
                        .compose(done -> shownGroup(group))
                    : Future.succeededFuture(page(found.map(AcknowledgementPages::of))));
  }

  /** It may end between the look and the action. */
  private static Future<Void> unlessEnded(Throwable failure) {
    return failure instanceof ApiException refused && refused.error() == ApiError.CONFLICT
        ? Future.succeededFuture()
        : Future.failedFuture(failure);
  }

  private Future<ApiResponse> genuine(
      ApiRequest request,
      Function<UUID, Future<ApiResponse>> ofAlert,
      Function<UUID, Future<ApiResponse>> ofGroup) {
    String token = request.optionalText("token").orElse("");
    return links
        .verify(token)
        .map(ofAlert)
        .or(() -> links.verifyGroup(token).map(ofGroup))
        .orElseGet(() -> Future.succeededFuture(page(Optional.empty())));
  }

  private Future<ApiResponse> shown(UUID alert) {
    return actions.show(alert).map(found -> page(found.map(AcknowledgementPages::of)));
  }

  private Future<ApiResponse> shownGroup(UUID group) {
    return groups.show(group).map(found -> page(found.map(AcknowledgementPages::of)));
  }

  private static ApiResponse page(Optional<LinkPage> found) {
    return found
        .map(shown -> shown.answer(200))
        .orElseGet(() -> AcknowledgementPages.missing().answer(404));
  }
}
