package dev.belfry.statuspages.publicsite;

/** A feed as Atom (RFC 4287). */
final class AtomFeed {
  static final String NAMESPACE = "http://www.w3.org/2005/Atom";
  static final String GENERATOR = "Belfry";

  private AtomFeed() {}

  /** The document. */
  static byte[] of(SiteFeed feed) {
    XmlText xml =
        new XmlText()
            .open("feed", "xmlns", NAMESPACE, "xml:lang", feed.texts().language())
            .element("id", "urn:uuid:" + feed.page().id())
            .element("title", feed.page().name())
            .element("subtitle", feed.about())
            .element("updated", feed.updated().toString())
            .empty("link", "rel", "alternate", "type", "text/html", "href", feed.home())
            .empty("link", "rel", "self", "type", "application/atom+xml", "href", feed.self())
            .open("author")
            .element("name", feed.page().name())
            .close()
            .element("generator", GENERATOR);
    feed.entries().forEach(entry -> add(entry, xml));
    return xml.end();
  }

  private static void add(SiteEntry entry, XmlText xml) {
    xml.open("entry")
        .element("id", entry.urn())
        .element("title", entry.title())
        .element("published", entry.published().toString())
        .element("updated", entry.updated().toString())
        .empty("link", "rel", "alternate", "type", "text/html", "href", entry.link());
    entry.tags().forEach(tag -> xml.empty("category", "term", tag));
    xml.element("content", entry.html(), "type", "html").close();
  }
}
