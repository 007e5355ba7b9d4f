package dev.belfry.platform.guard;

import org.jspecify.annotations.Nullable;

/**
 * What a request is sent to: an http or https address, read strictly.
 *
 * @param userInfo user name and password as they are written; null without
 * @param port from 1 to 65535
 * @param pathAndQuery what the request line asks for: ASCII without spaces, starts with a slash
 */
public record Target(
    boolean isSecure, @Nullable String userInfo, Host host, int port, String pathAndQuery) {
  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /**
   * Reads an absolute address.
   *
   * @throws TargetRefusedException if it is not http or https, or could be read in more than one
   *     way
   */
  public static Target parse(String url) throws TargetRefusedException {
    return TargetReader.absolute(url);
  }

  /**
   * Where a redirect leads (RFC 9110, section 10.2.2; RFC 3986, section 5.2). User name and
   * password stay with the scheme, host and port they were written for.
   *
   * @throws TargetRefusedException as {@link #parse}
   */
  public Target follow(String location) throws TargetRefusedException {
    Target next = TargetReader.relative(this, location);
    return next.userInfo == null && userInfo != null && hasOriginOf(next)
        ? new Target(next.isSecure, userInfo, next.host, next.port, next.pathAndQuery)
        : next;
  }

  /** Whether it has the scheme, host and port of another one (RFC 6454, section 5). */
  public boolean hasOriginOf(Target other) {
    return isSecure == other.isSecure
        && port == other.port
        && host.name().equals(other.host.name());
  }

  static int portOf(boolean secure) {
    return secure ? HTTPS : HTTP;
  }

  /** The value of the {@code Host} header (RFC 9110, section 7.2). */
  public String authority() {
    return port == portOf(isSecure) ? host.toString() : host + ":" + port;
  }

  /** The whole address, without user name and password. */
  @Override
  public String toString() {
    return (isSecure ? "https://" : "http://") + authority() + pathAndQuery;
  }
}
