package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.outbox.DeliveryResult;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Map;

/** Sends to services that call people: PagerDuty and Opsgenie. */
final class OnCallSenders {
  private final OutgoingHttp open;
  private final Config.OnCall services;

  /**
   * @param open reaches addresses of the configuration
   */
  OnCallSenders(OutgoingHttp open, Config.OnCall services) {
    this.open = open;
    this.services = services;
  }

  Future<DeliveryResult> pagerDuty(ChannelMessage message) {
    return post(
        services.pagerDuty() + "/v2/enqueue", Map.of(), message, PagerDutyEvent.of(message));
  }

  Future<DeliveryResult> opsgenie(ChannelMessage message) {
    boolean european = message.setting("region").strip().toUpperCase(Locale.ROOT).startsWith("EU");
    return post(
        (european ? services.opsgenieEu() : services.opsgenie()) + OpsgenieAlert.path(message),
        Map.of("Authorization", "GenieKey " + message.setting("apiKey").strip()),
        message,
        OpsgenieAlert.of(message));
  }

  private Future<DeliveryResult> post(
      String url, Map<String, String> headers, ChannelMessage message, ObjectNode body) {
    if (message.isEarlyRecovery()) {
      return Future.succeededFuture(ResponseClassifier.EARLY);
    }
    return open.post(url, headers, body.toString()).map(ResponseClassifier::ofService);
  }
}
