package dev.belfry.statuspages.subscription;

import dev.belfry.api.http.JsonText;

/** The JSON of an audience. */
final class AudienceView {
  private AudienceView() {}

  static String of(Audience audience) {
    return JsonText.object()
        .number("subscribers", audience.subscribers())
        .raw("pages", JsonText.array(audience.pages().stream().map(AudienceView::page).toList()))
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
