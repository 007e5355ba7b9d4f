package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.outbox.DeliveryResult;
import io.vertx.core.Future;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** Hands messages to a gateway that reaches telephones. */
final class GatewaySender implements ChannelSender.MessageSender {
  static final int LONGEST_TEXT = 600;

  private final OutgoingHttp open;
  private final Config.Gateway gateway;
  private final boolean linked;

  /**
   * @param open reaches addresses of the configuration
   * @param gateway must be configured when a message is sent
   * @param linked whether the text has a link, which makes no sense when it is read out
   */
  GatewaySender(OutgoingHttp open, Config.Gateway gateway, boolean linked) {
    this.open = open;
    this.gateway = gateway;
    this.linked = linked;
  }

  @Override
  public Future<DeliveryResult> send(ChannelMessage message) {
    return hand(
        message.setting("number").replaceAll("[^+0-9]", ""),
        message.delivery().id(),
        text(message));
  }

  /** Hands a text for a phone number to the gateway; fails when that does not respond. */
  Future<DeliveryResult> hand(String number, UUID id, String text) {
    URI url = Objects.requireNonNull(gateway.url());
    Map<String, String> headers = new LinkedHashMap<>();
    Secret token = gateway.token();
    if (token != null) {
      headers.put("Authorization", "Bearer " + token.value());
    }
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("to", number)
            .put("text", text)
            .put("id", id.toString());
    return open.post(url.toString(), headers, body.toString()).map(ResponseClassifier::of);
  }

  private String text(ChannelMessage message) {
    String link = linked ? message.text("RESULT_LINK") : "";
    String error = message.text("CHECK_ERROR_MESSAGE");
    String text =
        AlertTitle.of(message)
            + (error.isEmpty() ? "" : "\n" + error)
            + (link.isEmpty() ? "" : "\n" + link);
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
  }
}
