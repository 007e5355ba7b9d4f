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

/** The operations behind the links in messages about alerts; a token authorizes each call. */
final class AlertLinkOperations {
  /** The actor of an acknowledgement by a link. */
  private static final String ACTOR = "link";

  private final AlertActions actions;
  private final AlertLinks links;

  AlertLinkOperations(AlertActions actions, AlertLinks links) {
    this.actions = actions;
    this.links = links;
  }

  void register(OperationRegistry registry) {
    registry
        .add("showAcknowledgement", this::showAcknowledgement)
        .add("acknowledgeAlert", this::acknowledgeAlert);
  }

  Future<ApiResponse> showAcknowledgement(ApiRequest request) {
    return genuine(request, this::shown);
  }

  Future<ApiResponse> acknowledgeAlert(ApiRequest request) {
    return genuine(
        request,
        alert ->
            actions
                .show(alert)
                .compose(
                    found ->
                        found.filter(AlertLinkOperations::needsAction).isPresent()
                            ? actions
                                .take(null, alert, AlertAction.BY_LINK, ACTOR)
                                .<Void>mapEmpty()
                                .recover(AlertLinkOperations::unlessEnded)
                                .compose(done -> shown(alert))
                            : Future.succeededFuture(page(found))));
  }

  private static boolean needsAction(AlertActions.Shown shown) {
    return shown.open() && !shown.acknowledged();
  }

  /** It may end between the look and the action. */
  private static Future<Void> unlessEnded(Throwable failure) {
    return failure instanceof ApiException refused && refused.error() == ApiError.CONFLICT
        ? Future.succeededFuture()
        : Future.failedFuture(failure);
  }

  private Future<ApiResponse> genuine(
      ApiRequest request, Function<UUID, Future<ApiResponse>> work) {
    return links
        .verify(request.optionalText("token").orElse(""))
        .map(work)
        .orElseGet(() -> Future.succeededFuture(page(Optional.empty())));
  }

  private Future<ApiResponse> shown(UUID alert) {
    return actions.show(alert).map(AlertLinkOperations::page);
  }

  private static ApiResponse page(Optional<AlertActions.Shown> found) {
    return found.map(shown -> of(shown).answer(200)).orElseGet(() -> missing().answer(404));
  }

  private static LinkPage of(AlertActions.Shown alert) {
    if (!alert.open()) {
      return page("This problem has ended")
          .paragraph(alert.checkName() + " has recovered. There is nothing to acknowledge.");
    }
    return alert.acknowledged()
        ? page("The alert is acknowledged")
            .paragraph("You get no reminders about " + alert.checkName() + " until it recovers.")
            .note("Its recovery, and a change between degraded and failed, are still sent.")
        : page("Acknowledge this alert")
            .paragraph("Tell others that someone attends to " + alert.checkName() + "?")
            .button("Acknowledge")
            .note("Reminders stop, and channels that wait for an acknowledgement stay silent.");
  }

  private static LinkPage missing() {
    return page("This link does not work")
        .paragraph("It may be incomplete, or the alert is no longer stored.")
        .note("Copy the whole link from the message, or open the monitor in the console.");
  }

  private static LinkPage page(String heading) {
    return new LinkPage(heading, "Alert of a monitor");
  }
}
