package dev.belfry.statuspages.publicsite;

import org.jspecify.annotations.Nullable;

/**
 * The links within one page's site.
 *
 * @param base prefix of each path; empty on a custom domain
 * @param language the language that the request address names, null without one
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

  /** The same part without a language. */
  public String plain(String path) {
    return base.isEmpty() ? path : base + (path.equals("/") ? "" : path);
  }

  /** A part of the site in another language. */
  public String in(String other, String path) {
    return plain(path) + "?lang=" + other;
  }
}
