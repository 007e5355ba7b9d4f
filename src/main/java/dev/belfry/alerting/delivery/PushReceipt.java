package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The devices of a person, and the phone, that have a message: the receipt of a delivery, so that a
 * repeated attempt leaves them out. Its members are some of those of {@link TeamReceipt}.
 *
 * @param texted the person whose phone has it, or empty
 */
record PushReceipt(Set<UUID> devices, Set<UUID> texted) {
  private static final String DEVICES = "devices";
  private static final String TEXTED = "texted";

  PushReceipt {
    devices = Set.copyOf(devices);
    texted = Set.copyOf(texted);
  }

  /**
   * Reads a receipt.
   *
   * @param receipt JSON text, null for none
   */
  static PushReceipt of(@Nullable String receipt) {
    JsonNode json =
        receipt == null ? JsonNodeFactory.instance.objectNode() : JsonText.parse(receipt);
    return new PushReceipt(ids(json.path(DEVICES)), ids(json.path(TEXTED)));
  }

  private static Set<UUID> ids(JsonNode list) {
    Set<UUID> ids = new LinkedHashSet<>();
    list.forEach(one -> ids.add(UUID.fromString(one.asText())));
    return ids;
  }

  /** JSON text; null when neither has the message. */
  @Nullable String receipt() {
    if (devices.isEmpty() && texted.isEmpty()) {
      return null;
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    put(json, DEVICES, devices);
    put(json, TEXTED, texted);
    return json.toString();
  }

  private static void put(ObjectNode json, String name, Set<UUID> ids) {
    if (!ids.isEmpty()) {
      ArrayNode list = json.putArray(name);
      ids.stream().sorted().forEach(one -> list.add(one.toString()));
    }
  }
}
