package dev.belfry.api.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * An answer with the fingerprint of its request, as it is stored: sealed, because answers hold
 * secrets that are shown once, and a fingerprint that can be read lets bodies be guessed.
 */
record KeptAnswer(String fingerprint, StoredAnswer answer) {
  private static final ObjectMapper JSON = new ObjectMapper();

  String seal(Sealer sealer, KeyedAttempt attempt) {
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
   * @throws dev.belfry.platform.seal.UnsealException when its key is not at hand
   */
  static KeptAnswer unseal(Sealer sealer, KeyedAttempt attempt, String text) {
    try {
      JsonNode kept = JSON.readTree(sealer.unseal(place(attempt), text));
      Map<String, String> headers = new HashMap<>();
      kept.get("headers")
          .properties()
          .forEach(header -> headers.put(header.getKey(), header.getValue().asText()));
      return new KeptAnswer(
          kept.get("fingerprint").asText(),
          new StoredAnswer(
              kept.get("status").asInt(), headers, kept.get("body").textValue(), false));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SealContext place(KeyedAttempt attempt) {
    return new SealContext("idempotency_keys.answer", attempt.account(), attempt.name());
  }
}
