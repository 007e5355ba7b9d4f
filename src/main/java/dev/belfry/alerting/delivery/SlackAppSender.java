package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Posts to the channels of a Slack workspace as an app's bot ({@code chat.postMessage}). The alerts
 * of an episode are one thread in each channel; a recovery is shown in the channel, too.
 */
final class SlackAppSender implements ChannelSender.MessageSender {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Slack repeats the whole message in its response. */
  private static final int MOST_ANSWER_BYTES = 64 * 1024;

  private static final int OK = 200;
  private static final Pattern ERROR = Pattern.compile("[a-z_]{1,60}");

  /** What no repetition mends; the names are those of Slack's documentation. */
  private static final Set<String> FINAL =
      Set.of(
          "channel_not_found",
          "is_archived",
          "invalid_blocks",
          "invalid_attachments",
          "msg_too_long",
          "no_text",
          "restricted_action",
          "restricted_action_read_only_channel",
          "too_many_attachments");

  /** The post that began the thread is gone. */
  private static final Set<String> NO_THREAD =
      Set.of("thread_not_found", "invalid_thread_ts", "cannot_reply_to_message");

  private final OutgoingHttp open;
  private final Config.Slack slack;

  /**
   * @param open reaches addresses of the configuration
   * @param slack must have a token when a message is sent
   */
  SlackAppSender(OutgoingHttp open, Config.Slack slack) {
    this.open = open;
    this.slack = slack;
  }

  /**
   * What came of one channel.
   *
   * @param post null when there is none
   */
  private record Posted(String name, DeliveryResult result, SlackPosts.@Nullable Post post) {}

  @Override
  public Future<DeliveryResult> send(ChannelMessage message) {
    Secret token = Objects.requireNonNull(slack.token());
    if (message.isEarlyRecovery()) {
      return Future.succeededFuture(ResponseClassifier.EARLY);
    }
    SlackPosts done = SlackPosts.of(message.receipts().own());
    SlackPosts threads =
        SlackPosts.first(message.receipts().earlier().stream().map(SlackPosts::of).toList());
    List<Future<Posted>> posts = new ArrayList<>();
    for (String name : channels(message)) {
      SlackPosts.Post posted = done.byChannel().get(name);
      posts.add(
          posted == null
              ? post(message, name, threads.byChannel().get(name), token)
              : Future.succeededFuture(delivered(name, posted)));
    }
    return posts.isEmpty()
        ? Future.succeededFuture(ResponseClassifier.failed("The channel names no Slack channel"))
        : Future.join(posts).map(all -> together(all.list()));
  }

  private static Set<String> channels(ChannelMessage message) {
    Set<String> names = new LinkedHashSet<>();
    message.config().path("slackChannels").forEach(one -> names.add(one.asText().strip()));
    names.add(message.setting("channel").strip());
    names.remove("");
    return names;
  }

  private Future<Posted> post(
      ChannelMessage message, String name, SlackPosts.@Nullable Post thread, Secret token) {
    ObjectNode body = SlackMessage.of(message);
    body.put("channel", thread == null ? name : thread.channel());
    if (thread != null) {
      body.put("thread_ts", thread.ts());
      body.put("reply_broadcast", AlertLevel.of(message) == AlertLevel.RECOVERY);
    }
    return open.post(
            slack.url() + "/chat.postMessage",
            Map.of("Authorization", "Bearer " + token.value()),
            body.toString(),
            MOST_ANSWER_BYTES)
        .compose(
            response -> {
              JsonNode answer = json(response);
              return thread != null && NO_THREAD.contains(answer.path("error").asText())
                  ? post(message, name, null, token)
                  : Future.succeededFuture(posted(name, response, answer));
            })
        .otherwise(failure -> new Posted(name, ResponseClassifier.of(failure), null));
  }

  private static JsonNode json(ReceiverResponse response) {
    try {
      return MAPPER.readTree(response.text());
    } catch (JsonProcessingException notJson) {
      return MAPPER.createObjectNode();
    }
  }

  private static Posted posted(String name, ReceiverResponse response, JsonNode answer) {
    if (response.status() != OK) {
      return new Posted(name, ResponseClassifier.of(response), null);
    }
    if (answer.path("ok").asBoolean()) {
      return delivered(
          name,
          new SlackPosts.Post(answer.path("channel").asText(name), answer.path("ts").asText()));
    }
    String error = answer.path("error").asText();
    Outcome outcome = FINAL.contains(error) ? Outcome.FAILED : Outcome.RETRY;
    String told = ERROR.matcher(error).matches() ? error : "an answer that is not Slack's";
    return new Posted(name, new DeliveryResult(outcome, OK, told, response.after()), null);
  }

  private static Posted delivered(String name, SlackPosts.Post post) {
    return new Posted(name, new DeliveryResult(Outcome.DELIVERED, OK, "posted", null), post);
  }

  /** One result: repeated while a channel may still get it, failed when one never will. */
  private static DeliveryResult together(Collection<Posted> all) {
    Map<String, SlackPosts.Post> posts = new LinkedHashMap<>();
    all.stream()
        .filter(one -> one.post() != null)
        .forEach(one -> posts.put(one.name(), Objects.requireNonNull(one.post())));
    Posted worst =
        all.stream()
            .filter(one -> is(one, Outcome.RETRY))
            .findFirst()
            .or(() -> all.stream().filter(one -> is(one, Outcome.FAILED)).findFirst())
            .orElseGet(() -> all.iterator().next());
    String told =
        all.stream()
            .map(one -> one.name() + ": " + one.result().answer())
            .collect(Collectors.joining("; "));
    Duration after =
        all.stream()
            .map(one -> one.result().after())
            .filter(Objects::nonNull)
            .max(Duration::compareTo)
            .orElse(null);
    return new DeliveryResult(worst.result().outcome(), worst.result().status(), told, after)
        .with(posts.isEmpty() ? null : new SlackPosts(posts).receipt());
  }

  private static boolean is(Posted one, Outcome outcome) {
    return one.result().outcome() == outcome;
  }
}
