package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The configuration of a channel in the form in which it is stored. */
final class ChannelConfig {
  private static final List<String> LISTS = List.of("headers", "queryParameters");

  private ChannelConfig() {}

  /**
   * Only the members that belong to the type, with the documented defaults; an empty secret is
   * none.
   *
   * @param sent stays as it is
   */
  static ObjectNode of(ChannelType type, ObjectNode sent) {
    ObjectNode config = sent.deepCopy().retain(type.members());
    for (String secret : ChannelType.SECRETS) {
      if (config.path(secret).asText("").isBlank()) {
        config.remove(secret);
      }
    }
    if (type == ChannelType.WEBHOOK) {
      if (!config.hasNonNull("method")) {
        config.put("method", "POST");
      }
      for (String list : LISTS) {
        if (!config.hasNonNull(list)) {
          config.putArray(list);
        }
      }
    }
    return config;
  }

  /**
   * A configuration that replaces another of the same type: secrets that it does not mention stay,
   * since nobody who reads a channel gets them to send back.
   */
  static ObjectNode over(ChannelType type, ObjectNode sent, ObjectNode stored) {
    ObjectNode config = sent.deepCopy();
    for (String secret : ChannelType.SECRETS) {
      if (!config.has(secret) && stored.has(secret)) {
        config.set(secret, stored.get(secret));
      }
    }
    return of(type, config);
  }
}
