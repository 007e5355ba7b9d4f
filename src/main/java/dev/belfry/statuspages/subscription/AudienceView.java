package dev.belfry.statuspages.subscription;

import dev.belfry.api.http.JsonText;
import java.util.List;

/** The JSON of an audience. */
final class AudienceView {
  private AudienceView() {}

  static String of(Audience audience) {
    return JsonText.object()
        .number("subscribers", audience.subscribers())
        .raw("pages", JsonText.array(audience.pages().stream().map(AudienceView::page).toList()))
        .end();
  }

  /** The counts of several updates. */
  static String of(List<Told> updates) {
    return JsonText.array(updates.stream().map(AudienceView::told).toList());
  }

  private static String told(Told told) {
    return JsonText.object()
        .plain("updateId", told.update().toString())
        .number("messages", told.messages())
        .number("delivered", told.delivered())
        .number("failed", told.failed())
        .flag("queueing", told.isQueueing())
        .end();
  }

  private static String page(Audience.Page page) {
    return JsonText.object()
        .plain("id", page.id().toString())
        .string("name", page.name())
        .string("url", page.url())
        .number("subscribers", page.subscribers())
        .end();
  }
}
