package dev.belfry.statuspages.subscription;

import dev.belfry.api.http.JsonText;

/** A subscription as answers show it (wire contract 2.3). */
final class SubscriptionView {
  private SubscriptionView() {}

  static String of(SubscriptionRow row) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .plain("type", row.type().name())
        .string("address", row.address())
        .plain("status", row.status().name())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }

  /** What became of many addresses. */
  static String of(PageSubscribers.Outcome outcome) {
    return JsonText.object()
        .number("created", (long) outcome.created())
        .number("skipped", (long) outcome.skipped())
        .plain("status", outcome.status().name())
        .end();
  }
}
