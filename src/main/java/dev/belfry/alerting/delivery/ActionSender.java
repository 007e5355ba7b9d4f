package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.channel.ChannelAvailability;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.Sender;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Sends messages about actions to the channels whose types are told of them. */
final class ActionSender implements Sender {
  private final ActionMessageStore messages;
  private final ChannelAvailability availability;
  private final OnCallSenders onCall;
  private final SlackPoster slack;

  /**
   * @param availability which types can be sent to; a message to another fails with the reason
   */
  ActionSender(
      ActionMessageStore messages,
      ChannelAvailability availability,
      OnCallSenders onCall,
      SlackPoster slack) {
    this.messages = messages;
    this.availability = availability;
    this.onCall = onCall;
    this.slack = slack;
  }

  @Override
  public Future<DeliveryResult> send(Delivery delivery) {
    return messages
        .read(delivery)
        .compose(
            found ->
                found
                    .map(message -> send(delivery, message))
                    .orElse(failed("The channel or the message was deleted")));
  }

  private Future<DeliveryResult> send(Delivery delivery, ActionMessage message) {
    return switch (message.step()) {
      case SEND -> post(message);
      case WAIT -> Future.succeededFuture(ResponseClassifier.EARLY);
      case UNTOLD -> failed("The channel has no message about this problem");
      case UNKNOWN -> failed("Channels of this type are not told of this action");
      case OVER -> withdrawn(delivery, message, "The problem has ended");
      case PARTIAL -> withdrawn(delivery, message, "It does not hold for the whole group");
    };
  }

  private static Future<DeliveryResult> failed(String reason) {
    return Future.succeededFuture(ResponseClassifier.failed(reason));
  }

  /** One that the receiver answered stays in the list; another was never more than a plan. */
  private Future<DeliveryResult> withdrawn(
      Delivery delivery, ActionMessage message, String reason) {
    return message.standing().answered()
        ? failed(reason)
        : messages.withdraw(delivery).compose(done -> failed(reason));
  }

  private Future<DeliveryResult> post(ActionMessage message) {
    String hindrance = availability.hindrance(message.type());
    if (!hindrance.isEmpty()) {
      return failed(hindrance);
    }
    Future<DeliveryResult> sent =
        switch (message.type()) {
          case PAGERDUTY -> onCall.pagerDuty(ActionRequests.pagerDuty(message));
          case OPSGENIE ->
              onCall.opsgenie(
                  message.config(),
                  ActionRequests.opsgeniePath(message),
                  ActionRequests.opsgenie(message));
          case SLACK_APP -> reply(message);
          case EMAIL, SLACK, WEBHOOK, SMS, CALL, MEMBER ->
              failed("Channels of this type are not told of actions");
        };
    return sent.recover(failure -> Future.succeededFuture(ResponseClassifier.of(failure)))
        .map(result -> result.answering(message.masked(result.answer())));
  }

  /** Replies in each Slack channel that has a thread of the problem. */
  private Future<DeliveryResult> reply(ActionMessage message) {
    SlackPosts done = SlackPosts.of(message.receipts().own());
    SlackPosts threads = SlackAppSender.threads(message.receipts());
    List<Future<SlackPosted>> posts = new ArrayList<>();
    for (String name : SlackPoster.channels(message.config())) {
      SlackPosts.Post thread = threads.byChannel().get(name);
      SlackPosts.Post posted = done.byChannel().get(name);
      if (posted != null) {
        posts.add(Future.succeededFuture(SlackPosted.delivered(name, posted)));
      } else if (thread != null) {
        posts.add(reply(message, name, thread));
      }
    }
    return posts.isEmpty()
        ? failed("No Slack channel has a thread of this problem")
        : Future.join(posts).map(all -> SlackPosted.together(all.list()));
  }

  private Future<SlackPosted> reply(ActionMessage message, String name, SlackPosts.Post thread) {
    ObjectNode body =
        ActionRequests.slack(message)
            .put("channel", thread.channel())
            .put("thread_ts", thread.ts());
    return slack
        .post(body)
        .map(
            answer ->
                answer.lacksThread()
                    ? SlackPosted.refused(name, answer.json().path("error").asText())
                    : SlackPosted.of(name, answer))
        .otherwise(failure -> SlackPosted.failed(name, failure));
  }
}
