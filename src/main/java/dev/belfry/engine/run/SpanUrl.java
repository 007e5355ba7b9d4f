package dev.belfry.engine.run;

/**
 * A URL as a span may show it: without user name, password, query and fragment, where people put
 * what others must not see.
 */
final class SpanUrl {
  /** What stands for a query (OpenTelemetry semantic conventions, {@code url.full}). */
  private static final String REDACTED = "?REDACTED";

  private SpanUrl() {}

  /**
   * Scheme, host, port and path of a URL.
   *
   * @param hasMore whether parameters are added to its query
   */
  static String of(String url, boolean hasMore) {
    int fragment = url.indexOf('#');
    String whole = fragment < 0 ? url : url.substring(0, fragment);
    int query = whole.indexOf('?');
    String path = query < 0 ? whole : whole.substring(0, query);
    int authority = path.indexOf("://") + 3;
    if (authority >= 3) {
      int slash = path.indexOf('/', authority);
      int end = slash < 0 ? path.length() : slash;
      int at = path.lastIndexOf('@', end - 1);
      if (at >= authority) {
        path = path.substring(0, authority) + path.substring(at + 1);
      }
    }
    return query >= 0 || hasMore ? path + REDACTED : path;
  }

  /** The port of a URL, the usual one of its scheme if it names none; 0 when it cannot be read. */
  static int port(String url) {
    String shown = of(url, false).replace(REDACTED, "");
    int authority = shown.indexOf("://") + 3;
    if (authority < 3) {
      return 0;
    }
    int slash = shown.indexOf('/', authority);
    String host = slash < 0 ? shown.substring(authority) : shown.substring(authority, slash);
    int colon = host.indexOf(':', host.indexOf(']') + 1);
    if (colon < 0) {
      return shown.regionMatches(true, 0, "https:", 0, 6) ? 443 : 80;
    }
    String digits = host.substring(colon + 1);
    return digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
  }
}
