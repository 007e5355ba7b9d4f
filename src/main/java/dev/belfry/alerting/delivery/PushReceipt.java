package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The devices that have a message: the receipt of a delivery, so that a repeated attempt leaves
 * them out.
 */
record PushReceipt(Set<UUID> devices) {
  private static final String DEVICES = "devices";

  PushReceipt {
    devices = Set.copyOf(devices);
  }

  /**
   * Reads a receipt.
   *
   * @param receipt JSON text, null for none
   */
  static PushReceipt of(@Nullable String receipt) {
    Set<UUID> devices = new LinkedHashSet<>();
    if (receipt != null) {
      JsonText.parse(receipt)
          .path(DEVICES)
          .forEach(one -> devices.add(UUID.fromString(one.asText())));
    }
    return new PushReceipt(devices);
  }

  /** The same with further devices. */
  PushReceipt with(Collection<UUID> more) {
    Set<UUID> all = new LinkedHashSet<>(devices);
    all.addAll(more);
    return new PushReceipt(all);
  }

  /** JSON text; null when no device has the message. */
  @Nullable String receipt() {
    if (devices.isEmpty()) {
      return null;
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode list = json.putArray(DEVICES);
    devices.stream().sorted().forEach(one -> list.add(one.toString()));
    return json.toString();
  }
}
