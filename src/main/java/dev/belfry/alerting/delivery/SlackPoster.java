package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.Secret;
import io.vertx.core.Future;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Posts to channels of Slack as an app's bot ({@code chat.postMessage}). */
final class SlackPoster {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Slack repeats the whole message in its response. */
  private static final int MOST_ANSWER_BYTES = 64 * 1024;

  /** The post that began the thread is gone. */
  private static final Set<String> NO_THREAD =
      Set.of("thread_not_found", "invalid_thread_ts", "cannot_reply_to_message");

  private final OutgoingHttp open;
  private final Config.Slack slack;

  /**
   * @param open reaches addresses of the configuration
   * @param slack must have a token when a message is sent
   */
  SlackPoster(OutgoingHttp open, Config.Slack slack) {
    this.open = open;
    this.slack = slack;
  }

  /** What Slack answered. */
  record Answer(ReceiverResponse response, JsonNode json) {
    /** Whether the thread of a reply is gone. */
    boolean lacksThread() {
      return NO_THREAD.contains(json.path("error").asText());
    }
  }

  /** The Slack channels that the configuration of a channel names. */
  static Set<String> channels(ObjectNode config) {
    Set<String> names = new LinkedHashSet<>();
    config.path("slackChannels").forEach(one -> names.add(one.asText().strip()));
    names.add(config.path("channel").asText("").strip());
    names.remove("");
    return names;
  }

  /** Posts a message, or a reply to a thread. The future fails as that of the request. */
  Future<Answer> post(ObjectNode body) {
    Secret token = Objects.requireNonNull(slack.token());
    return open.post(
            slack.url() + "/chat.postMessage",
            Map.of("Authorization", "Bearer " + token.value()),
            body.toString(),
            MOST_ANSWER_BYTES)
        .map(response -> new Answer(response, json(response)));
  }

  private static JsonNode json(ReceiverResponse response) {
    try {
      return MAPPER.readTree(response.text());
    } catch (JsonProcessingException notJson) {
      return MAPPER.createObjectNode();
    }
  }
}
