package dev.belfry.statuspages.publicsite;

import dev.belfry.api.auth.OpaqueKey;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Grants access to a private page to requests with one of its keys, in the address or a cookie. */
final class PageAccess {
  private static final Duration KEPT = Duration.ofDays(30);
  private static final String PARAMETER = "key";

  private PageAccess() {}

  /** Whether a request may read the page. */
  static boolean admits(SiteModel page, ApiRequest request) {
    return !page.settings().isPrivate()
        || brought(request).filter(key -> opens(page, key)).isPresent()
        || request.head().cookie(cookie(page)).filter(key -> opens(page, key)).isPresent();
  }

  /** The key in the address of a request. */
  static Optional<String> brought(ApiRequest request) {
    return request.optionalText(PARAMETER);
  }

  /** Whether a key is one of the page's. */
  static boolean opens(SiteModel page, String key) {
    byte[] digest = OpaqueKey.hash(key);
    boolean opens = false;
    for (byte[] known : page.keys()) {
      opens |= MessageDigest.isEqual(known, digest);
    }
    return opens;
  }

  /** Redirects a reader to the page and moves the key from the address to a cookie. */
  static ApiResponse enter(SiteModel page, SiteKey wanted, String key) {
    SiteLinks links = wanted.links(page.settings().url());
    String secure = page.settings().home().startsWith("https://") ? "; Secure" : "";
    return new ApiResponse(
        303,
        null,
        Map.of(
            "location",
            links.to(wanted.path()),
            "cache-control",
            "no-store",
            "set-cookie",
            "%s=%s; Path=%s; Max-Age=%d; HttpOnly; SameSite=Lax%s"
                .formatted(cookie(page), key, links.plain("/"), KEPT.toSeconds(), secure)));
  }

  private static String cookie(SiteModel page) {
    return "belfry_page_" + page.settings().id().toString().substring(0, 18).replace("-", "");
  }
}
