package dev.belfry.account.console;

import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The cookie in which a browser keeps an API key for the console. Scripts cannot read it, and
 * browsers do not send it for pages of other sites. It counts only beside a header of our own,
 * which the service allows no other site to send.
 */
public final class SessionCookie {
  /** The header of an answer that sets it. */
  static final String HEADER = "set-cookie";

  private static final String NAME = "belfry_session";
  private static final CharSequence CONSOLE = HttpHeaders.createOptimized("x-belfry-console");

  private SessionCookie() {}

  /** The value of the header that begins a session. */
  static String start(String key, Duration longest, boolean secure) {
    return cookie(key, longest, secure);
  }

  /** The value of the header that ends one. */
  static String end(boolean secure) {
    return cookie("", Duration.ZERO, secure);
  }

  /** The key that the console sends with a request, null when there is none. */
  public static @Nullable String key(HttpServerRequest request) {
    if (!"1".equals(request.getHeader(CONSOLE))) {
      return null;
    }
    Cookie cookie = request.getCookie(NAME);
    return cookie == null ? null : cookie.getValue();
  }

  private static String cookie(String value, Duration longest, boolean secure) {
    return Cookie.cookie(NAME, value)
        .setPath("/")
        .setHttpOnly(true)
        .setSameSite(CookieSameSite.STRICT)
        .setSecure(secure)
        .setMaxAge(longest.toSeconds())
        .encode();
  }
}
