package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The posts of a Slack app: where a message stands, by the name of the channel. It is the receipt
 * of a delivery, so that a repeated attempt leaves out the channels that have the message, and
 * later messages of the episode join its thread.
 *
 * @param byChannel a post for each channel that has one
 */
record SlackPosts(Map<String, Post> byChannel) {
  /** Nothing was posted. */
  static final SlackPosts NONE = new SlackPosts(Map.of());

  /**
   * A post.
   *
   * @param channel Slack's id of the channel
   * @param ts Slack's timestamp, which identifies a post of the channel
   */
  record Post(String channel, String ts) {}

  SlackPosts {
    byChannel = Map.copyOf(byChannel);
  }

  /**
   * Reads a receipt.
   *
   * @param receipt JSON text, null for none
   */
  static SlackPosts of(@Nullable String receipt) {
    if (receipt == null) {
      return NONE;
    }
    Map<String, Post> posts = new LinkedHashMap<>();
    JsonText.parse(receipt)
        .fields()
        .forEachRemaining(
            one -> {
              JsonNode post = one.getValue();
              posts.put(
                  one.getKey(), new Post(post.path("channel").asText(), post.path("ts").asText()));
            });
    return new SlackPosts(posts);
  }

  /** The posts that begin threads: of each channel the first. */
  static SlackPosts first(List<SlackPosts> oldestFirst) {
    Map<String, Post> posts = new LinkedHashMap<>();
    oldestFirst.forEach(one -> one.byChannel().forEach(posts::putIfAbsent));
    return new SlackPosts(posts);
  }

  /** The receipt, JSON text. */
  String receipt() {
    ObjectNode receipt = JsonNodeFactory.instance.objectNode();
    byChannel.forEach(
        (name, post) ->
            receipt.putObject(name).put("channel", post.channel()).put("ts", post.ts()));
    return receipt.toString();
  }
}
