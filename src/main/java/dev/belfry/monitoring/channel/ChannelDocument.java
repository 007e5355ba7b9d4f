package dev.belfry.monitoring.channel;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * A channel in the form in which a project's is compared with the stored one: type, configuration
 * and flags. Members of the configuration without a value are left out.
 */
final class ChannelDocument {
  private ChannelDocument() {}

  /** Reads a payload. */
  static ObjectNode ofPayload(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    ChannelCodec.dropSubscriptions(payload);
    List<Violation> found = new ArrayList<>();
    ChannelDraft draft = bodies.read("createAlertChannel", payload, ChannelCodec.CREATE, found);
    violations.addAll(found);
    if (!found.isEmpty()) {
      return payload;
    }
    if (draft.flags().timing().onCall().isPresent()) {
      violations.add(
          new Violation("/onCall", "cannot be deployed; set it at the channel with the API"));
      return payload;
    }
    ChannelType type = requireNonNull(draft.type().value());
    ChannelConfig config = requireNonNull(draft.config().value());
    return ChannelCodec.document(type, config.stored(type), draft.flags());
  }

  /** A copy for people to read. */
  static ObjectNode masked(ObjectNode document) {
    ChannelConfig config = ChannelCodec.configOf(document);
    ChannelConfig hidden = config.withSecrets((secret, value) -> CredentialMask.MASK);
    return CredentialMask.maskedDocument(ChannelCodec.with(document, hidden));
  }
}
