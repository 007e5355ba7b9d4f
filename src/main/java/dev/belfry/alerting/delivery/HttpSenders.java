package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.template.TemplateException;
import dev.belfry.statuspages.subscription.SubscriberSender;
import io.vertx.core.Future;
import java.net.URI;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** Sends webhooks, Slack messages and text messages over HTTP. */
final class HttpSenders {
  private static final int LONGEST_TEXT = 600;

  private final Senders.Clients clients;
  private final Config.Sms sms;
  private final InstantSource clock;

  HttpSenders(Senders.Clients clients, Config.Sms sms, InstantSource clock) {
    this.clients = clients;
    this.sms = sms;
    this.clock = clock;
  }

  Future<DeliveryResult> webhook(ChannelMessage message) {
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
    return post(clients.guarded(), message.setting("url"), Map.of(), SlackMessage.of(message));
  }

  Future<DeliveryResult> sms(ChannelMessage message) {
    URI gateway = sms.url();
    if (gateway == null) {
      return Future.succeededFuture(
          ResponseClassifier.failed("No SMS gateway is configured: set BELFRY_SMS_URL"));
    }
    Map<String, String> headers = new LinkedHashMap<>();
    Secret token = sms.token();
    if (token != null) {
      headers.put("Authorization", "Bearer " + token.value());
    }
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("to", message.setting("number").replaceAll("[^+0-9]", ""))
            .put("text", text(message))
            .put("id", message.delivery().id().toString());
    return post(clients.open(), gateway.toString(), headers, body);
  }

  /** Posts to a subscriber's webhook; it has no secret, so the request is unsigned. */
  Future<SubscriberSender.Response> subscriber(String url, UUID id, String json) {
    Map<String, String> headers =
        Signatures.headers("", id.toString(), clock.instant().getEpochSecond(), json);
    try {
      return clients
          .strangers()
          .send(OutgoingRequest.ofJson(Target.parse(url), headers, json))
          .map(got -> new SubscriberSender.Response(ResponseClassifier.of(got), got.text()))
          .recover(failure -> Future.succeededFuture(unanswered(failure)));
    } catch (TargetRefusedException refused) {
      return Future.succeededFuture(unanswered(refused));
    }
  }

  private static SubscriberSender.Response unanswered(Throwable failure) {
    return new SubscriberSender.Response(ResponseClassifier.of(failure), "");
  }

  private static String text(ChannelMessage message) {
    String link = message.text("RESULT_LINK");
    String error = message.text("CHECK_ERROR_MESSAGE");
    String text =
        AlertTitle.of(message)
            + (error.isEmpty() ? "" : "\n" + error)
            + (link.isEmpty() ? "" : "\n" + link);
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
  }

  private static Future<DeliveryResult> post(
      OutgoingHttp http, String url, Map<String, String> headers, ObjectNode body) {
    return post(http, url, headers, body.toString());
  }

  private static Future<DeliveryResult> post(
      OutgoingHttp http, String url, Map<String, String> headers, String body) {
    try {
      return http.send(OutgoingRequest.ofJson(Target.parse(url), headers, body))
          .map(ResponseClassifier::of);
    } catch (TargetRefusedException refused) {
      return Future.failedFuture(refused);
    }
  }
}
