package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.ApiRequest;
import org.jspecify.annotations.Nullable;

/**
 * Identifies one document of a page's site.
 *
 * @param path within the site, such as {@code /history}
 * @param language of the document
 * @param asked the language that the request address names, null when it names none
 * @param own whether the request came through the custom domain
 */
record SiteKey(String path, String language, @Nullable String asked, boolean own) {
  /** The key of the requested document. */
  static SiteKey of(ApiRequest request, String path, boolean own) {
    String asked = request.optionalText("lang").filter(SiteTexts::knows).orElse(null);
    String accepted = request.head().header("accept-language").orElse(null);
    return new SiteKey(path, SiteTexts.choose(asked, accepted), asked, own);
  }

  /** The links of this document. */
  SiteLinks links(String url) {
    return new SiteLinks(own ? "" : "/status/" + url, asked);
  }
}
