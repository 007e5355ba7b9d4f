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
    return message.isEarlyRecovery()
        ? Future.succeededFuture(ResponseClassifier.EARLY)
        : pagerDuty(PagerDutyEvent.of(message));
  }

  Future<DeliveryResult> opsgenie(ChannelMessage message) {
    return message.isEarlyRecovery()
        ? Future.succeededFuture(ResponseClassifier.EARLY)
        : opsgenie(message.config(), OpsgenieAlert.path(message), OpsgenieAlert.of(message));
  }

  /** Sends an event to PagerDuty's Events API v2. */
  Future<DeliveryResult> pagerDuty(ObjectNode event) {
    return post(services.pagerDuty() + "/v2/enqueue", Map.of(), event);
  }

  /**
   * Sends a request to Opsgenie's Alert API.
   *
   * @param config of the channel, with its key and region
   * @param path below the base address
   */
  Future<DeliveryResult> opsgenie(ObjectNode config, String path, ObjectNode body) {
    String region = config.path("region").asText("").strip().toUpperCase(Locale.ROOT);
    return post(
        (region.startsWith("EU") ? services.opsgenieEu() : services.opsgenie()) + path,
        Map.of("Authorization", "GenieKey " + config.path("apiKey").asText("").strip()),
        body);
  }

  private Future<DeliveryResult> post(String url, Map<String, String> headers, ObjectNode body) {
    return open.post(url, headers, body.toString()).map(ResponseClassifier::ofService);
  }
}
