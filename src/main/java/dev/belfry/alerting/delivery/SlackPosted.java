package dev.belfry.alerting.delivery;

import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What came of a message in one channel of Slack.
 *
 * @param name of the channel, as Belfry's channel names it
 * @param post null when there is none
 */
record SlackPosted(String name, DeliveryResult result, SlackPosts.@Nullable Post post) {
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

  static SlackPosted of(String name, SlackPoster.Answer answer) {
    ReceiverResponse response = answer.response();
    if (response.status() != OK) {
      return new SlackPosted(name, ResponseClassifier.of(response), null);
    }
    if (answer.json().path("ok").asBoolean()) {
      return delivered(
          name,
          new SlackPosts.Post(
              answer.json().path("channel").asText(name), answer.json().path("ts").asText()));
    }
    String error = answer.json().path("error").asText();
    Outcome outcome = FINAL.contains(error) ? Outcome.FAILED : Outcome.RETRY;
    String told = ERROR.matcher(error).matches() ? error : "an answer that is not Slack's";
    return new SlackPosted(name, new DeliveryResult(outcome, OK, told, response.after()), null);
  }

  /** The channel has the message. */
  static SlackPosted delivered(String name, SlackPosts.Post post) {
    return new SlackPosted(name, new DeliveryResult(Outcome.DELIVERED, OK, "posted", null), post);
  }

  /** The channel will never get it. */
  static SlackPosted refused(String name, String reason) {
    return new SlackPosted(name, ResponseClassifier.failed(reason), null);
  }

  /** There was no answer. */
  static SlackPosted failed(String name, Throwable failure) {
    return new SlackPosted(name, ResponseClassifier.of(failure), null);
  }

  /** One result: repeated while a channel may still get it, failed when one never will. */
  static DeliveryResult together(Collection<SlackPosted> all) {
    Map<String, SlackPosts.Post> posts = new LinkedHashMap<>();
    all.stream()
        .filter(one -> one.post() != null)
        .forEach(one -> posts.put(one.name(), Objects.requireNonNull(one.post())));
    SlackPosted worst =
        all.stream()
            .filter(one -> one.is(Outcome.RETRY))
            .findFirst()
            .or(() -> all.stream().filter(one -> one.is(Outcome.FAILED)).findFirst())
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

  private boolean is(Outcome outcome) {
    return result.outcome() == outcome;
  }
}
