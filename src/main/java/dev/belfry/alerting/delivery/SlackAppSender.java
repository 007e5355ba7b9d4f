package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.outbox.DeliveryResult;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to channels of a Slack app. The alerts of an episode are one thread in each of its
 * channels; a recovery is shown in the channel, too.
 */
final class SlackAppSender implements ChannelSender.MessageSender {
  private final SlackPoster poster;

  SlackAppSender(SlackPoster poster) {
    this.poster = poster;
  }

  @Override
  public Future<DeliveryResult> send(ChannelMessage message) {
    if (message.isEarlyRecovery()) {
      return Future.succeededFuture(ResponseClassifier.EARLY);
    }
    SlackPosts done = SlackPosts.of(message.receipts().own());
    SlackPosts threads = threads(message.receipts());
    List<Future<SlackPosted>> posts = new ArrayList<>();
    for (String name : SlackPoster.channels(message.config())) {
      SlackPosts.Post posted = done.byChannel().get(name);
      posts.add(
          posted == null
              ? post(message, name, threads.byChannel().get(name))
              : Future.succeededFuture(SlackPosted.delivered(name, posted)));
    }
    return posts.isEmpty()
        ? Future.succeededFuture(ResponseClassifier.failed("The channel names no Slack channel"))
        : Future.join(posts).map(all -> SlackPosted.together(all.list()));
  }

  /** The posts that begin the threads of an episode. */
  static SlackPosts threads(ChannelMessage.Receipts receipts) {
    return SlackPosts.first(receipts.earlier().stream().map(SlackPosts::of).toList());
  }

  private Future<SlackPosted> post(
      ChannelMessage message, String name, SlackPosts.@Nullable Post thread) {
    ObjectNode body = SlackMessage.of(message);
    body.put("channel", thread == null ? name : thread.channel());
    if (thread != null) {
      body.put("thread_ts", thread.ts());
      body.put("reply_broadcast", AlertLevel.of(message) == AlertLevel.RECOVERY);
    }
    return poster
        .post(body)
        .compose(
            answer ->
                thread != null && answer.lacksThread()
                    ? post(message, name, null)
                    : Future.succeededFuture(SlackPosted.of(name, answer)))
        .otherwise(failure -> SlackPosted.failed(name, failure));
  }
}
