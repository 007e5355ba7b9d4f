package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.ApiRequest;
import org.jspecify.annotations.Nullable;

/**
 * Which document of a page's site a reader wants.
 *
 * @param path within the site, such as {@code /history}
 * @param language it is to be in
 * @param asked the language that the reader's address names, null when it names none
 * @param own whether it is read on the page's own domain
 */
record SiteKey(String path, String language, @Nullable String asked, boolean own) {
  /** The one that a request asks for. */
  static SiteKey of(ApiRequest request, String path, boolean own) {
    String asked = request.optionalText("lang").filter(SiteTexts::knows).orElse(null);
    String accepted = request.head().header("accept-language").orElse(null);
    return new SiteKey(path, SiteTexts.choose(asked, accepted), asked, own);
  }

  /** The addresses within the site, as this reader needs them. */
  SiteLinks links(String url) {
    return new SiteLinks(own ? "" : "/status/" + url, asked);
  }
}
