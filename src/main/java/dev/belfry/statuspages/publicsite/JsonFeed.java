package dev.belfry.statuspages.publicsite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.nio.charset.StandardCharsets;

/** A feed as JSON Feed 1.1. */
final class JsonFeed {
  private JsonFeed() {}

  /** The document. */
  static byte[] of(SiteFeed feed) {
    ObjectNode document =
        JsonNodeFactory.instance
            .objectNode()
            .put("version", "https://jsonfeed.org/version/1.1")
            .put("title", feed.page().name())
            .put("home_page_url", feed.home())
            .put("feed_url", feed.self())
            .put("description", feed.about())
            .put("language", feed.texts().language());
    document.putArray("authors").addObject().put("name", feed.page().name());
    ArrayNode items = document.putArray("items");
    feed.entries().forEach(entry -> add(entry, items.addObject()));
    return document.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void add(SiteEntry entry, ObjectNode item) {
    item.put("id", entry.urn())
        .put("url", entry.link())
        .put("title", entry.title())
        .put("content_html", entry.html())
        .put("date_published", JsonText.timestamp(entry.published()))
        .put("date_modified", JsonText.timestamp(entry.updated()));
    ArrayNode tags = item.putArray("tags");
    entry.tags().forEach(tags::add);
  }
}
