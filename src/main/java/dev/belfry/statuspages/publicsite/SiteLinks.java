package dev.belfry.statuspages.publicsite;

import org.jspecify.annotations.Nullable;

/**
 * Addresses within one page's site, as its own pages name them.
 *
 * @param base what comes before them: empty on a domain of the page's own
 * @param language the one that the reader's address names, null without one
 */
public record SiteLinks(String base, @Nullable String language) {
  /** The page itself. */
  public String home() {
    return to("/");
  }

  /** A part of the site; {@code path} begins with a slash. */
  public String to(String path) {
    return plain(path) + (language == null ? "" : "?lang=" + language);
  }

  /** The same without the reader's language. */
  public String plain(String path) {
    return base.isEmpty() ? path : base + (path.equals("/") ? "" : path);
  }

  /** A part of the site in another language. */
  public String in(String other, String path) {
    return plain(path) + "?lang=" + other;
  }
}
