package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who of a team has a message: the receipt of a delivery, so that a repeated attempt leaves them
 * out.
 *
 * @param told persons of whom nothing more is to be done, since they have it
 * @param refused persons whom no way reaches for good
 * @param devices that have it, of persons with others that do not yet
 * @param texted persons whose phones have it
 * @param cut attempts that had no time for all, or waited for an earlier message; they use up no
 *     one's patience
 */
record TeamReceipt(
    Set<UUID> told, Set<UUID> refused, Set<UUID> devices, Set<UUID> texted, int cut) {
  private static final String TOLD = "told";
  private static final String REFUSED = "refused";
  private static final String DEVICES = "devices";
  private static final String TEXTED = "texted";
  private static final String CUT = "cut";

  TeamReceipt {
    told = Set.copyOf(told);
    refused = Set.copyOf(refused);
    devices = Set.copyOf(devices);
    texted = Set.copyOf(texted);
  }

  /**
   * Reads a receipt; that of a channel which told a person then has no more than devices and a
   * phone.
   *
   * @param receipt JSON text, null for none
   */
  static TeamReceipt of(@Nullable String receipt) {
    ObjectNode json =
        receipt == null ? JsonNodeFactory.instance.objectNode() : JsonText.parse(receipt);
    return new TeamReceipt(
        ids(json.path(TOLD)),
        ids(json.path(REFUSED)),
        ids(json.path(DEVICES)),
        ids(json.path(TEXTED)),
        json.path(CUT).asInt());
  }

  private static Set<UUID> ids(JsonNode list) {
    Set<UUID> ids = new LinkedHashSet<>();
    list.forEach(one -> ids.add(UUID.fromString(one.asText())));
    return ids;
  }

  /** Whether nothing more is to be done for a person. */
  boolean isSettled(UUID person) {
    return told.contains(person) || refused.contains(person);
  }

  /** Persons whose phones have an earlier message of the episode. */
  static Set<UUID> textedBefore(ChannelMessage message) {
    return message.receipts().earlier().stream()
        .flatMap(receipt -> of(receipt).texted().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** JSON text; null when there is nothing to keep. */
  @Nullable String receipt() {
    if (told.isEmpty() && refused.isEmpty() && devices.isEmpty() && texted.isEmpty() && cut == 0) {
      return null;
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    put(json, TOLD, told);
    put(json, REFUSED, refused);
    put(json, DEVICES, devices);
    put(json, TEXTED, texted);
    if (cut > 0) {
      json.put(CUT, cut);
    }
    return json.toString();
  }

  private static void put(ObjectNode json, String name, Collection<UUID> ids) {
    if (!ids.isEmpty()) {
      ArrayNode list = json.putArray(name);
      ids.stream().sorted().forEach(one -> list.add(one.toString()));
    }
  }
}
