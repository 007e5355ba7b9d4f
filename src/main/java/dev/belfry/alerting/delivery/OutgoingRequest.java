package dev.belfry.alerting.delivery;

import dev.belfry.platform.guard.Target;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to a receiver.
 *
 * @param headers by name; those that {@link dev.belfry.monitoring.check.HeaderRules} reserves are
 *     not sent
 * @param body null without one
 */
record OutgoingRequest(
    Target target, String method, Map<String, String> headers, @Nullable String body) {
  private static final String JSON = "application/json; charset=utf-8";

  /** A POST of a JSON text. */
  static OutgoingRequest ofJson(Target target, Map<String, String> headers, String json) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put("Content-Type", JSON);
    return new OutgoingRequest(target, "POST", all, json);
  }
}
