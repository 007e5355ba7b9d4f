package dev.belfry.alerting.alert;

import dev.belfry.alerting.alert.HookedChannelStore.Hooked;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.monitoring.channel.ChannelHooks;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * The operations that PagerDuty and Opsgenie call when people act on an alert there. A token in the
 * address authorizes each call, for the alerts that were sent to its channel.
 */
final class AlertHookOperations {
  private final HookedChannelStore channels;
  private final AlertActions actions;
  private final ChannelHooks hooks;

  AlertHookOperations(HookedChannelStore channels, AlertActions actions, ChannelHooks hooks) {
    this.channels = channels;
    this.actions = actions;
    this.hooks = hooks;
  }

  void register(OperationRegistry registry) {
    registry
        .add("receivePagerDutyEvent", this::receivePagerDutyEvent)
        .add("receiveOpsgenieAction", this::receiveOpsgenieAction);
  }

  Future<ApiResponse> receivePagerDutyEvent(ApiRequest request) {
    return channel(request, ChannelType.PAGERDUTY)
        .compose(
            channel -> {
              requireSignature(request, channel);
              return apply(channel, HookEvents.ofPagerDuty(request.body()));
            });
  }

  Future<ApiResponse> receiveOpsgenieAction(ApiRequest request) {
    return channel(request, ChannelType.OPSGENIE)
        .compose(channel -> apply(channel, HookEvents.ofOpsgenie(request.body(), channel.now())));
  }

  private Future<Hooked> channel(ApiRequest request, ChannelType type) {
    OptionalLong id = hooks.verify(request.text("token"));
    return id.isEmpty()
        ? Future.failedFuture(ApiException.notFound())
        : channels
            .channel(id.getAsLong(), type)
            .map(found -> found.orElseThrow(ApiException::notFound));
  }

  private static void requireSignature(ApiRequest request, Hooked channel) {
    String signature = request.head().header("x-pagerduty-signature").orElse("");
    if (!channel.secret().isEmpty()
        && !HookSignature.isGenuine(signature, channel.secret(), request.head().body())) {
      throw new ApiException(ApiError.UNAUTHORIZED, "The signature is not genuine");
    }
  }

  /** What concerns no open problem is accepted, since the caller would repeat it otherwise. */
  private Future<ApiResponse> apply(Hooked channel, Optional<HookAction> told) {
    return told.map(
            one ->
                channels
                    .alert(channel, one.episode())
                    .compose(
                        alert ->
                            alert
                                .map(id -> act(channel, id, one))
                                .orElse(Future.succeededFuture())))
        .orElse(Future.succeededFuture())
        .map(done -> ApiResponse.noContent());
  }

  private Future<Void> act(Hooked channel, UUID alert, HookAction told) {
    return actions
        .hear(channel.account(), channel.channel(), alert, told)
        .recover(
            failure ->
                failure instanceof ApiException refused
                        && (refused.error() == ApiError.CONFLICT
                            || refused.error() == ApiError.NOT_FOUND)
                    ? Future.succeededFuture()
                    : Future.failedFuture(failure));
  }
}
