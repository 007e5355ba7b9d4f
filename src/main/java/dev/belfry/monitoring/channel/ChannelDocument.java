package dev.belfry.monitoring.channel;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * A channel in the form in which a project's is compared with the stored one: type, configuration
 * and flags. Members of the configuration without a value are left out.
 */
final class ChannelDocument {
  private static final String TYPE = "type";
  private static final String CONFIG = "config";
  private static final String MASK = "****";

  private ChannelDocument() {}

  /** Reads a payload. */
  static ObjectNode ofPayload(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    payload.remove("subscriptions");
    List<Violation> found = new ArrayList<>();
    ObjectNode body =
        bodies.read(
            "createAlertChannel",
            payload,
            new dev.belfry.api.contract.DraftReader<>(b -> b, ChannelRules::ofDraft),
            found);
    violations.addAll(found);
    if (!found.isEmpty()) {
      return body;
    }
    ChannelDraft draft = ChannelDraft.of(body);
    ChannelType type = requireNonNull(draft.type());
    return document(type, ChannelConfig.of(type, requireNonNull(draft.config())), draft.flags());
  }

  /**
   * What is stored.
   *
   * @param config unsealed
   */
  static ObjectNode ofStored(StoredChannel stored, ObjectNode config) {
    return document(stored.type(), config, JsonText.parse(stored.settings()));
  }

  private static ObjectNode document(ChannelType type, ObjectNode config, ObjectNode flags) {
    config.properties().removeIf(member -> member.getValue().isNull());
    flags.put(TYPE, type.name());
    flags.set(CONFIG, config);
    return flags;
  }

  /** The type of a document. */
  static ChannelType type(ObjectNode document) {
    return ChannelType.valueOf(document.get(TYPE).asText());
  }

  /** The configuration of a document, not sealed. */
  static ObjectNode config(ObjectNode document) {
    return (ObjectNode) document.get(CONFIG);
  }

  /** The flags to store, JSON text. */
  static String flags(ObjectNode document) {
    return document.deepCopy().without(List.of(TYPE, CONFIG)).toString();
  }

  /** A copy for people to read. */
  static ObjectNode masked(ObjectNode document) {
    ObjectNode masked = document.deepCopy();
    JsonNode config = masked.path(CONFIG);
    for (String secret : ChannelType.SECRETS) {
      if (config.has(secret)) {
        ((ObjectNode) config).put(secret, MASK);
      }
    }
    return masked;
  }
}
