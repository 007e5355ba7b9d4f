package dev.belfry.statuspages.publicsite;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Makes feeds and Statuspage API documents from pages. */
final class SiteData {
  private static final String API = "/api/v2/";
  private static final String ANYBODY = "*";

  private SiteData() {}

  /** The requested document, empty when there is none of that name. */
  static Optional<SiteContent> of(SiteModel model, SiteKey key) {
    return switch (key.path()) {
      case "/feed.rss" ->
          Optional.of(content(model, "application/rss+xml", RssFeed.of(SiteFeed.of(model, key))));
      case "/feed.atom" ->
          Optional.of(content(model, "application/atom+xml", AtomFeed.of(SiteFeed.of(model, key))));
      case "/feed.json" ->
          Optional.of(
              content(model, "application/feed+json", JsonFeed.of(SiteFeed.of(model, key))));
      default ->
          key.path().startsWith(API)
              ? StatuspageApi.of(model, key.path().substring(API.length()))
                  .map(document -> content(model, "application/json", document))
              : Optional.empty();
    };
  }

  private static SiteContent content(SiteModel model, String type, byte[] document) {
    boolean isPrivate = model.settings().isPrivate();
    Map<String, String> headers = new HashMap<>();
    headers.put("content-type", type + "; charset=utf-8");
    headers.put("cache-control", isPrivate ? SiteContent.PRIVATE : SiteContent.PUBLIC);
    if (!isPrivate) {
      headers.put("access-control-allow-origin", ANYBODY);
    }
    return SiteContent.of(200, document, headers);
  }
}
