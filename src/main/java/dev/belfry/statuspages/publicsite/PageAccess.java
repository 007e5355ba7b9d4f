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
        || broughtKey(page, request).isPresent()
        || request.head().cookie(cookie(page)).filter(key -> opens(page, key)).isPresent();
  }

  /** Whether the address of a request has a key, valid or not. */
  static boolean bringsAny(ApiRequest request) {
    return request.optionalText(PARAMETER).isPresent();
  }

  /** The key of the page in the address of a request; empty when it has none or a wrong one. */
  static Optional<String> broughtKey(SiteModel page, ApiRequest request) {
    return request.optionalText(PARAMETER).filter(key -> opens(page, key));
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

  /**
   * Redirects a reader to the page and moves the key from the address to a cookie.
   *
   * @param key one of the page's
   */
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
