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
import java.util.function.Supplier;

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

  /** What a link acknowledges. */
  private record Linked(Supplier<Future<Optional<View>>> look, Supplier<Future<?>> acknowledge) {}

  /** The page of what a link acknowledges, and whether there is something to acknowledge. */
  private record View(LinkPage page, boolean needsAction) {}

  Future<ApiResponse> showAcknowledgement(ApiRequest request) {
    return linked(request).map(AlertLinkOperations::shown).orElseGet(AlertLinkOperations::missing);
  }

  Future<ApiResponse> acknowledgeAlert(ApiRequest request) {
    return linked(request)
        .map(AlertLinkOperations::acknowledged)
        .orElseGet(AlertLinkOperations::missing);
  }

  private static Future<ApiResponse> acknowledged(Linked linked) {
    return linked
        .look()
        .get()
        .compose(
            found ->
                found.filter(View::needsAction).isPresent()
                    ? linked
                        .acknowledge()
                        .get()
                        .<Void>mapEmpty()
                        .recover(AlertLinkOperations::unlessEnded)
                        .compose(done -> shown(linked))
                    : Future.succeededFuture(answer(found)));
  }

  /** It may end between the look and the action. */
  private static Future<Void> unlessEnded(Throwable failure) {
    return failure instanceof ApiException refused && refused.error() == ApiError.CONFLICT
        ? Future.succeededFuture()
        : Future.failedFuture(failure);
  }

  /** What the token of a request stands for; empty when it is not genuine. */
  private Optional<Linked> linked(ApiRequest request) {
    String token = request.optionalText("token").orElse("");
    return links
        .verify(token)
        .map(this::ofAlert)
        .or(() -> links.verifyGroup(token).map(this::ofGroup));
  }

  private Linked ofAlert(UUID alert) {
    return new Linked(
        () ->
            actions
                .show(alert)
                .map(
                    found ->
                        found.map(
                            shown ->
                                new View(
                                    AcknowledgementPages.of(shown),
                                    shown.open() && !shown.acknowledged()))),
        () -> actions.take(null, alert, AlertAction.BY_LINK, ACTOR));
  }

  private Linked ofGroup(UUID group) {
    return new Linked(
        () ->
            groups
                .show(group)
                .map(
                    found ->
                        found.map(
                            counts ->
                                new View(
                                    AcknowledgementPages.of(counts), counts.unattended() > 0))),
        () -> groups.take(null, group, AlertAction.BY_LINK, ACTOR));
  }

  private static Future<ApiResponse> shown(Linked linked) {
    return linked.look().get().map(AlertLinkOperations::answer);
  }

  private static Future<ApiResponse> missing() {
    return Future.succeededFuture(answer(Optional.empty()));
  }

  private static ApiResponse answer(Optional<View> found) {
    return found
        .map(view -> view.page().answer(200))
        .orElseGet(() -> AcknowledgementPages.missing().answer(404));
  }
}
