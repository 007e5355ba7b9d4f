package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.template.TemplateException;
import dev.belfry.statuspages.subscription.SubscriberSender;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;

/** Sends to addresses that accounts and subscribers choose. */
final class HttpSenders {
  private final Senders.Clients clients;
  private final InstantSource clock;

  HttpSenders(Senders.Clients clients, InstantSource clock) {
    this.clients = clients;
    this.clock = clock;
  }

  Future<DeliveryResult> webhook(ChannelMessage message) {
    if (message.isEarlyRecovery() && WebhookTemplate.keepsAlerts(message.config())) {
      return Future.succeededFuture(ResponseClassifier.EARLY);
    }
    try {
      return clients
          .guarded()
          .send(WebhookRequest.of(message, clock.instant()))
          .map(ResponseClassifier::of);
    } catch (TargetRefusedException refused) {
      return Future.failedFuture(refused);
    } catch (TemplateException invalid) {
      return Future.succeededFuture(
          ResponseClassifier.failed("The template of the channel " + invalid.sentence()));
    }
  }

  Future<DeliveryResult> slack(ChannelMessage message) {
    ObjectNode body = SlackMessage.of(message);
    if (!message.setting("channel").isBlank()) {
      body.put("channel", message.setting("channel"));
    }
    return clients
        .guarded()
        .post(message.setting("url"), Map.of(), body.toString())
        .map(ResponseClassifier::of);
  }

  /** Posts to a subscriber's webhook; it has no secret, so the request is unsigned. */
  Future<SubscriberSender.Response> subscriber(String url, UUID id, String json) {
    Map<String, String> headers =
        Signatures.headers("", id.toString(), clock.instant().getEpochSecond(), json);
    return clients
        .strangers()
        .post(url, headers, json)
        .map(got -> new SubscriberSender.Response(ResponseClassifier.of(got), got.text()))
        .recover(failure -> Future.succeededFuture(unanswered(failure)));
  }

  private static SubscriberSender.Response unanswered(Throwable failure) {
    return new SubscriberSender.Response(ResponseClassifier.of(failure), "");
  }
}
