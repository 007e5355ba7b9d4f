package dev.belfry.account.console;

import dev.belfry.account.people.PersonSession;
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
    return encode(NAME, key, CookieSameSite.STRICT, longest, secure);
  }

  /** The same for the session of a person. */
  static String start(PersonSession session, boolean secure) {
    return start(session.token(), session.life(), secure);
  }

  /** The value of the header that ends one. */
  static String end(boolean secure) {
    return start("", Duration.ZERO, secure);
  }

  /** The key that the console sends with a request, null when there is none. */
  public static @Nullable String key(HttpServerRequest request) {
    if (!"1".equals(request.getHeader(CONSOLE))) {
      return null;
    }
    Cookie cookie = request.getCookie(NAME);
    return cookie == null ? null : cookie.getValue();
  }

  /** A cookie that scripts cannot read, as the header sets it. */
  static String encode(
      String name, String value, CookieSameSite sameSite, Duration longest, boolean secure) {
    return Cookie.cookie(name, value)
        .setPath("/")
        .setHttpOnly(true)
        .setSameSite(sameSite)
        .setSecure(secure)
        .setMaxAge(longest.toSeconds())
        .encode();
  }
}
