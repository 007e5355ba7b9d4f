package dev.belfry.monitoring.channel;

import dev.belfry.api.contract.Field;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * The configuration of a channel, as a body has it or as it is stored.
 *
 * @param texts members that are present, by name
 * @param headers headers of a webhook's request
 * @param queryParameters what is added to the address of a webhook
 * @param slackChannels names or ids of the channels that a Slack app posts to
 */
record ChannelConfig(
    Map<ConfigMember, Field<String>> texts,
    Field<List<KeyValue>> headers,
    Field<List<KeyValue>> queryParameters,
    Field<List<String>> slackChannels) {

  /** A name and a value that may hold a template. */
  record KeyValue(Field<String> key, Field<String> value, Field<Boolean> locked) {}

  ChannelConfig {
    texts = Map.copyOf(texts);
  }

  /** A member; absent when the configuration does not have it. */
  Field<String> text(ConfigMember member) {
    return texts.getOrDefault(member, Field.absent());
  }

  /** The value of a member, empty when it has none. */
  String value(ConfigMember member) {
    return Objects.requireNonNullElse(text(member).value(), "");
  }

  private ChannelConfig with(Map<ConfigMember, Field<String>> others) {
    return new ChannelConfig(others, headers, queryParameters, slackChannels);
  }

  /**
   * The form in which it is stored: only members that belong to the type, with the documented
   * defaults. An empty secret is none.
   */
  ChannelConfig stored(ChannelType type) {
    Map<ConfigMember, Field<String>> kept = new EnumMap<>(ConfigMember.class);
    for (ConfigMember member : type.members()) {
      boolean dropped = member.isSecret() && value(member).isBlank();
      if (text(member).isPresent() && !dropped) {
        kept.put(member, text(member));
      }
    }
    return switch (type) {
      case WEBHOOK -> storedWebhook(kept);
      case SLACK_APP -> new ChannelConfig(kept, Field.absent(), Field.absent(), named());
      case EMAIL, SLACK, SMS, CALL, OPSGENIE, PAGERDUTY, MEMBER ->
          new ChannelConfig(kept, Field.absent(), Field.absent(), Field.absent());
    };
  }

  private ChannelConfig storedWebhook(Map<ConfigMember, Field<String>> kept) {
    kept.putIfAbsent(ConfigMember.METHOD, Field.of("POST"));
    return new ChannelConfig(
        kept,
        headers.orNull().whenNull(List.of()),
        queryParameters.orNull().whenNull(List.of()),
        Field.absent());
  }

  /**
   * The same with the secrets of another configuration of the type that it does not mention, since
   * answers give clients no secret to send back.
   */
  ChannelConfig withSecretsOf(ChannelConfig other) {
    Map<ConfigMember, Field<String>> merged = new EnumMap<>(ConfigMember.class);
    merged.putAll(texts);
    for (ConfigMember secret : ConfigMember.SECRETS) {
      if (!text(secret).isPresent() && other.text(secret).isPresent()) {
        merged.put(secret, other.text(secret));
      }
    }
    return with(merged);
  }

  /** The same with every secret that is not blank changed. */
  ChannelConfig withSecrets(BiFunction<ConfigMember, String, String> change) {
    Map<ConfigMember, Field<String>> changed = new EnumMap<>(ConfigMember.class);
    changed.putAll(texts);
    for (ConfigMember secret : ConfigMember.SECRETS) {
      String value = value(secret);
      if (!value.isBlank()) {
        changed.put(secret, Field.of(change.apply(secret, value)));
      }
    }
    return with(changed);
  }

  /** The same without the members that have no value. */
  ChannelConfig withoutNulls() {
    Map<ConfigMember, Field<String>> kept = new EnumMap<>(ConfigMember.class);
    kept.putAll(texts);
    kept.values().removeIf(Field::isNull);
    return new ChannelConfig(
        kept,
        headers.isNull() ? Field.absent() : headers,
        queryParameters.isNull() ? Field.absent() : queryParameters,
        named());
  }

  /** The names of channels; absent when they are null, which means the same. */
  private Field<List<String>> named() {
    return slackChannels.isNull() ? Field.absent() : slackChannels;
  }

  /** Without the members, some of which are secret. */
  @Override
  public String toString() {
    return "ChannelConfig" + texts.keySet();
  }
}
