package dev.belfry.account.key;

import dev.belfry.api.http.JsonText;

/** An API key as an answer shows it. */
final class KeyView {
  private KeyView() {}

  /** The answer's JSON text, without the token. */
  static String of(KeyRow row) {
    return members(row).end();
  }

  /** The one answer that shows the token. */
  static String of(Keys.Made made) {
    return members(made.row()).plain("token", made.token()).end();
  }

  private static JsonText members(KeyRow row) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .string("name", row.name())
        .plain("scope", row.scope().name())
        .string("createdBy", row.madeBy() == null ? null : row.madeBy().toString())
        .string("createdByUser", row.madeByUser() == null ? null : row.madeByUser().toString())
        .number("rateLimit", row.rateLimit() == null ? null : (Long) row.rateLimit().longValue())
        .time("createdAt", row.createdAt())
        .time("expiresAt", row.expiresAt())
        .time("revokedAt", row.revokedAt());
  }
}
