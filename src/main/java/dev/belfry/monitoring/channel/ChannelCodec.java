package dev.belfry.monitoring.channel;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.ChannelConfig.KeyValue;
import dev.belfry.monitoring.channel.ChannelDraft.Flags;
import java.util.EnumMap;
import java.util.Map;

/**
 * The JSON members of a channel: between a body, a draft, what is stored and the document that a
 * project is compared by. {@link ConfigMember} names those of the configuration.
 */
final class ChannelCodec {
  /** The body of a new channel. */
  static final DraftReader<ChannelDraft> CREATE =
      new DraftReader<>(ChannelCodec::read, ChannelRules::ofNew);

  /** The body of an update. */
  static final DraftReader<ChannelDraft> UPDATE =
      new DraftReader<>(ChannelCodec::read, ChannelRules::ofUpdate);

  private static final String TYPE = "type";
  private static final String CONFIG = "config";
  private static final String SUBSCRIPTIONS = "subscriptions";
  private static final String HEADERS = "headers";
  private static final String QUERY_PARAMETERS = "queryParameters";
  private static final String OBJECTIVE_REPORT = "objectiveReport";
  private static final String SLACK_CHANNELS = "slackChannels";

  private ChannelCodec() {}

  /** Reads a body, or the document of a channel. */
  static ChannelDraft read(JsonNode body) {
    FieldReader channel = new FieldReader(body);
    return new ChannelDraft(
        channel.text(TYPE).map(ChannelType::valueOf),
        channel.object(CONFIG, ChannelCodec::config),
        flags(channel),
        channel.list(SUBSCRIPTIONS, SubscriptionCodec::subscriber));
  }

  private static Flags flags(FieldReader channel) {
    return new Flags(
        channel.flag("sendRecovery"),
        channel.flag("sendFailure"),
        channel.flag("sendDegraded"),
        channel.flag("sslExpiry"),
        channel.whole("sslExpiryThreshold"),
        channel.whole("escalateAfterMinutes"),
        GroupingCodec.read(channel),
        channel.flag("autoSubscribe"),
        channel.flag(OBJECTIVE_REPORT),
        ChannelTiming.read(channel));
  }

  private static ChannelConfig config(FieldReader config) {
    Map<ConfigMember, Field<String>> texts = new EnumMap<>(ConfigMember.class);
    for (ConfigMember member : ConfigMember.values()) {
      Field<String> text = config.text(member.wire());
      if (text.isPresent()) {
        texts.put(member, text);
      }
    }
    return new ChannelConfig(
        texts,
        config.list(HEADERS, ChannelCodec::keyValue),
        config.list(QUERY_PARAMETERS, ChannelCodec::keyValue),
        config.texts(SLACK_CHANNELS));
  }

  private static KeyValue keyValue(FieldReader entry) {
    return new KeyValue(entry.text("key"), entry.text("value"), entry.flag("locked"));
  }

  /** Reads a stored configuration. */
  static ChannelConfig config(String stored) {
    return config(new FieldReader(JsonText.parse(stored)));
  }

  /** Reads a configuration. */
  static ChannelConfig config(ObjectNode config) {
    return config(new FieldReader(config));
  }

  /** The configuration to store, JSON text. */
  static String text(ChannelConfig config) {
    FieldWriter text = new FieldWriter();
    write(config, text);
    return text.end();
  }

  /** The flags to store, JSON text. */
  static String text(Flags flags) {
    FieldWriter text = new FieldWriter();
    write(flags, text);
    return flags.grouping().isPresent() || flags.timing().onCall().isPresent()
        ? withoutNull(text.end())
        : text.end();
  }

  private static String withoutNull(String flags) {
    ObjectNode settings = JsonText.parse(flags);
    GroupingCodec.dropNull(settings);
    OnCallLink.dropNull(settings);
    return settings.toString();
  }

  private static void write(ChannelConfig config, FieldWriter object) {
    for (ConfigMember member : ConfigMember.values()) {
      object.text(member.wire(), config.text(member));
    }
    object
        .list(HEADERS, config.headers(), ChannelCodec::write)
        .list(QUERY_PARAMETERS, config.queryParameters(), ChannelCodec::write)
        .texts(SLACK_CHANNELS, config.slackChannels());
  }

  private static void write(KeyValue entry, FieldWriter object) {
    object.text("key", entry.key()).text("value", entry.value()).flag("locked", entry.locked());
  }

  private static void write(Flags flags, FieldWriter object) {
    object
        .flag("sendRecovery", flags.sendRecovery())
        .flag("sendFailure", flags.sendFailure())
        .flag("sendDegraded", flags.sendDegraded())
        .flag("sslExpiry", flags.sslExpiry())
        .number("sslExpiryThreshold", flags.sslExpiryThreshold())
        .number("escalateAfterMinutes", flags.escalateAfterMinutes())
        .flag("autoSubscribe", flags.autoSubscribe())
        .flag(OBJECTIVE_REPORT, flags.objectiveReport());
    flags.timing().write(object);
    GroupingCodec.write(flags.grouping(), object);
  }

  /** The flags that an update of stored ones leaves, JSON text. */
  static String merged(String stored, Flags update) {
    ObjectNode merged = JsonText.parse(stored);
    FieldWriter members = new FieldWriter();
    write(update, members);
    merged.setAll(JsonText.parse(members.end()));
    GroupingCodec.dropNull(merged);
    OnCallLink.dropNull(merged);
    return merged.toString();
  }

  /** Whether settings ask for reports about objectives. */
  static boolean asksForReports(JsonNode settings) {
    return settings.path(OBJECTIVE_REPORT).asBoolean(false);
  }

  /** The document of a channel: its type, its configuration without nulls, its flags. */
  static ObjectNode document(ChannelType type, ChannelConfig config, Flags flags) {
    FieldWriter document = new FieldWriter();
    write(flags, document);
    document
        .text(TYPE, Field.of(type.name()))
        .object(CONFIG, Field.of(config.withoutNulls()), ChannelCodec::write);
    ObjectNode members = JsonText.parse(document.end());
    GroupingCodec.dropNull(members);
    OnCallLink.drop(members);
    if (!asksForReports(members)) {
      members.remove(OBJECTIVE_REPORT); // Absent means the same.
    }
    return members;
  }

  /** The document of what is stored, with another configuration. */
  static ObjectNode document(StoredChannel stored, ChannelConfig config) {
    return document(
        stored.type(), config, flags(new FieldReader(JsonText.parse(stored.settings()))));
  }

  /** A copy of a document with other secrets. */
  static ObjectNode with(ObjectNode document, ChannelConfig config) {
    ObjectNode copy = document.deepCopy();
    copy.set(CONFIG, JsonText.parse(text(config)));
    return copy;
  }

  /** The configuration of a document. */
  static ChannelConfig configOf(ObjectNode document) {
    return requireNonNull(read(document).config().value());
  }

  /** Drops the subscriptions of a project's payload, which are resources of their own. */
  static void dropSubscriptions(ObjectNode payload) {
    payload.remove(SUBSCRIPTIONS);
  }
}
