package dev.belfry.monitoring.location;

import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.api.http.JsonText;

/** A key of a private location as the answer shows it that makes it: the only one with the key. */
final class LocationKeyView {
  private LocationKeyView() {}

  static String of(OpaqueKey key) {
    return JsonText.object()
        .plain("id", key.id().toString())
        .plain("rawKey", key.raw().value())
        .plain("maskedKey", key.masked())
        .time("created_at", key.createdAt())
        .time("updated_at", null)
        .end();
  }
}
