package dev.belfry.alerting.push;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.seal.Sha256;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Where a browser gets push messages, and the keys that they are encrypted for (RFC 8291).
 *
 * @param endpoint address at the push service; its holder can send, so it is kept sealed
 * @param p256dh public key of the browser in Base64 for URLs
 * @param auth secret of the browser in Base64 for URLs
 */
public record PushSubscription(String endpoint, String p256dh, String auth) {
  private static final String ENDPOINT = "endpoint";
  private static final String KEY = "p256dh";
  private static final String AUTH = "auth";

  /** Reads one as browsers serialise it. */
  static PushSubscription of(JsonNode body) {
    JsonNode keys = body.path("keys");
    return new PushSubscription(
        body.path(ENDPOINT).asText(), keys.path(KEY).asText(), keys.path(AUTH).asText());
  }

  /** Reads {@link #stored}. */
  static PushSubscription ofStored(String json) {
    JsonNode stored = JsonText.parse(json);
    return new PushSubscription(
        stored.path(ENDPOINT).asText(), stored.path(KEY).asText(), stored.path(AUTH).asText());
  }

  /** JSON text, to be sealed. */
  String stored() {
    return JsonText.object()
        .string(ENDPOINT, endpoint)
        .string(KEY, p256dh)
        .string(AUTH, auth)
        .end();
  }

  /** What requests are sent to. */
  public Target target() throws TargetRefusedException {
    return Target.parse(endpoint);
  }

  /** The SHA-256 of the endpoint, which tells it from others. */
  byte[] hash() {
    return Sha256.of(endpoint);
  }

  /** The same in hexadecimal digits. */
  String hexHash() {
    return HexFormat.of().formatHex(hash());
  }

  byte[] publicKey() {
    return decoded(p256dh);
  }

  byte[] secret() {
    return decoded(auth);
  }

  /** The bytes of a text in Base64 for URLs, with or without padding. */
  static byte[] decoded(String text) {
    return Base64.getUrlDecoder().decode(text);
  }

  /** Without address and keys. */
  @Override
  public String toString() {
    return "PushSubscription";
  }
}
