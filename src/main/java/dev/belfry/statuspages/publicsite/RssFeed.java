package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.HttpDate;

/** A feed as RSS 2.0 with the RSS Advisory Board's Best Practices Profile. */
final class RssFeed {
  /** Minutes for which feed readers may cache it. */
  private static final String TTL = "5";

  private RssFeed() {}

  /** The document. */
  static byte[] of(SiteFeed feed) {
    XmlText xml =
        new XmlText()
            .open("rss", "version", "2.0", "xmlns:atom", AtomFeed.NAMESPACE)
            .open("channel")
            .element("title", feed.page().name())
            .element("link", feed.home())
            .element("description", feed.about())
            .element("language", feed.texts().language())
            .element("lastBuildDate", HttpDate.format(feed.updated()))
            .element("generator", AtomFeed.GENERATOR)
            .element("ttl", TTL)
            .empty("atom:link", "rel", "self", "type", "application/rss+xml", "href", feed.self());
    feed.entries().forEach(entry -> add(entry, xml));
    return xml.end();
  }

  private static void add(SiteEntry entry, XmlText xml) {
    xml.open("item")
        .element("title", entry.title())
        .element("link", entry.link())
        .element("guid", entry.urn(), "isPermaLink", "false")
        .element("pubDate", HttpDate.format(entry.published()))
        .element("atom:updated", entry.updated().toString());
    entry.tags().forEach(tag -> xml.element("category", tag));
    xml.element("description", entry.html()).close();
  }
}
