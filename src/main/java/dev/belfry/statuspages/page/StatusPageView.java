package dev.belfry.statuspages.page;

import dev.belfry.api.http.JsonText;

/** A status page as answers show it (wire contract 2.3). */
final class StatusPageView {
  /** Pages with cards and services are the second generation. */
  private static final long VERSION = 2;

  private StatusPageView() {}

  static String of(StatusPageRow row) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .plain("accountId", row.accountId().toString())
        .members(row.settings())
        .raw("cards", row.cards())
        .raw("incidents", row.incidents())
        .raw("keys", row.keys())
        .number("version", VERSION)
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }
}
