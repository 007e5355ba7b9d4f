package dev.belfry.statuspages.publicsite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Makes feeds and Statuspage API documents from pages. */
final class SiteData {
  private static final String API = "/api/v2/";
  private static final String ANYBODY = "*";

  private static final byte[] WIDGET = read("/site/widget.js");

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
      case "/widget.js" -> forOtherPages(model, key);
      default ->
          key.path().startsWith(SiteBadge.ROOT) ? forOtherPages(model, key) : document(model, key);
    };
  }

  private static Optional<SiteContent> document(SiteModel model, SiteKey key) {
    return key.path().startsWith(API)
        ? StatuspageApi.of(model, key.path().substring(API.length()))
            .map(document -> content(model, "application/json", document))
        : Optional.empty();
  }

  private static Optional<SiteContent> forOtherPages(SiteModel model, SiteKey key) {
    if (model.settings().isPrivate()) {
      return Optional.empty();
    }
    return Optional.of(
        key.path().equals("/widget.js")
            ? content(model, "text/javascript", WIDGET)
            : content(model, "image/svg+xml", SiteBadge.of(model, key)));
  }

  private static SiteContent content(SiteModel model, String type, byte[] document) {
    boolean isPrivate = model.settings().isPrivate();
    Map<String, String> headers = new HashMap<>();
    headers.put("content-type", type + "; charset=utf-8");
    headers.put("cache-control", isPrivate ? SiteContent.PRIVATE : SiteContent.PUBLIC);
    headers.put("content-security-policy", "default-src 'none'");
    if (!isPrivate) {
      headers.put("access-control-allow-origin", ANYBODY);
    }
    return SiteContent.of(200, document, headers);
  }

  private static byte[] read(String resource) {
    try (InputStream file = SiteData.class.getResourceAsStream(resource)) {
      return Objects.requireNonNull(file, resource).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
