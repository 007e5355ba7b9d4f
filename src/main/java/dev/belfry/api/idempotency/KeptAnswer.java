package dev.belfry.api.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.seal.Place;
import dev.belfry.platform.seal.Sealer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * An answer with the fingerprint of its request, as it is stored: sealed, because answers hold
 * secrets that are shown once, and a fingerprint that can be read lets bodies be guessed.
 */
record KeptAnswer(String fingerprint, Answer answer) {
  private static final ObjectMapper JSON = new ObjectMapper();

  String seal(Sealer sealer, Attempt attempt) {
    ObjectNode text =
        JsonNodeFactory.instance
            .objectNode()
            .put("fingerprint", fingerprint)
            .put("status", answer.status())
            .put("body", answer.body());
    ObjectNode headers = text.putObject("headers");
    answer.headers().forEach(headers::put);
    return sealer.seal(place(attempt), text.toString());
  }

  /**
   * What was stored.
   *
   * @throws dev.belfry.platform.seal.CannotUnseal when its key is not at hand
   */
  static KeptAnswer unseal(Sealer sealer, Attempt attempt, String text) {
    try {
      JsonNode kept = JSON.readTree(sealer.unseal(place(attempt), text));
      Map<String, String> headers = new HashMap<>();
      kept.get("headers")
          .properties()
          .forEach(header -> headers.put(header.getKey(), header.getValue().asText()));
      return new KeptAnswer(
          kept.get("fingerprint").asText(),
          new Answer(kept.get("status").asInt(), headers, kept.get("body").textValue(), false));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Place place(Attempt attempt) {
    return new Place("idempotency_keys.answer", attempt.account(), attempt.name());
  }
}
