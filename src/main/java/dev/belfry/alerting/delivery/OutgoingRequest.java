package dev.belfry.alerting.delivery;

import dev.belfry.platform.guard.Target;
import io.vertx.core.buffer.Buffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to a receiver.
 *
 * @param headers by name; those that {@link dev.belfry.monitoring.check.HeaderRules} reserves are
 *     not sent
 * @param content the body; null without one
 * @param keptBytes how much of the response is kept
 */
record OutgoingRequest(
    Target target,
    String method,
    Map<String, String> headers,
    @Nullable Buffer content,
    int keptBytes) {
  private static final String JSON = "application/json; charset=utf-8";

  /** Enough for people to read. */
  static final int KEPT_BYTES = 500;

  /** A request that keeps enough of the response for people to read. */
  OutgoingRequest(
      Target target, String method, Map<String, String> headers, @Nullable String body) {
    this(target, method, headers, body == null ? null : Buffer.buffer(body), KEPT_BYTES);
  }

  /** The body as text, null without one. */
  @Nullable String body() {
    return content == null ? null : content.toString();
  }

  /** The same request that keeps another part of the response. */
  OutgoingRequest keeping(int bytes) {
    return new OutgoingRequest(target, method, headers, content, bytes);
  }

  /** A POST of bytes that keeps nothing of the response. */
  static OutgoingRequest ofBytes(Target target, Map<String, String> headers, Buffer bytes) {
    return new OutgoingRequest(target, "POST", headers, bytes, 0);
  }

  /** A POST of a JSON text. */
  static OutgoingRequest ofJson(Target target, Map<String, String> headers, String json) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Content-Type", JSON);
    return new OutgoingRequest(target, "POST", all, json);
  }
}
