package dev.belfry.api.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The headers of a request, for the few operations that go by them. */
public final class RequestHead {
  private static final int LONGEST_AGENT = 200;

  /** With any weight but zero (RFC 9110, 12.4.2 and 12.5.3). */
  private static final Pattern GZIP =
      Pattern.compile(
          "(?:^|,)[ \\t]*gzip[ \\t]*(?:;[ \\t]*q=(?:1(?:\\.0*)?|0\\.0*[1-9]\\d*)[ \\t]*)?(?=,|$)",
          Pattern.CASE_INSENSITIVE);

  private final HttpServerRequest request;
  private final byte[] body;

  RequestHead(HttpServerRequest request) {
    this(request, null);
  }

  /**
   * The headers with the body that they may sign.
   *
   * @param body its bytes, null for none
   */
  RequestHead(HttpServerRequest request, byte @Nullable [] body) {
    this.request = request;
    this.body = body == null ? new byte[0] : body;
  }

  /**
   * The bytes of the body of an operation that needs no key, which may have a signature; none for
   * any other operation.
   */
  public byte[] body() {
    return body.clone();
  }

  /** The request that the headers are of. */
  HttpServerRequest request() {
    return request;
  }

  /** What limits count as the client. */
  String network(ClientAddress addresses) {
    return addresses.network(request);
  }

  /** Whether the client has disconnected, or taken the request back. */
  public boolean isGone() {
    return request.response().closed();
  }

  /** The value of a header, the first if there are several. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeader(name));
  }

  /** What the client says of itself, the first {@value #LONGEST_AGENT} characters. */
  public String userAgent() {
    String agent = header("user-agent").orElse("");
    return agent.substring(0, Math.min(agent.length(), LONGEST_AGENT)).replace('\u0000', ' ');
  }

  /** The path of the address, as the client sent it. */
  public String path() {
    return request.path();
  }

  /** The host that the client asked, in lower case and without port; empty when it named none. */
  public String host() {
    return host(request);
  }

  /** Whether the client understands gzip. */
  public boolean takesGzip() {
    return takesGzip(request.getHeader("accept-encoding"));
  }

  static boolean takesGzip(@Nullable String accepted) {
    return accepted != null && GZIP.matcher(accepted).find();
  }

  /** Whether the client is a browser that shows a page (RFC 9110, 12.5.1). */
  public boolean takesHtml() {
    String accepted = request.getHeader("accept");
    return accepted != null && accepted.contains("text/html");
  }

  /** The value of a query parameter, the first if there are several. */
  public @Nullable String parameter(String name) {
    return request.getParam(name);
  }

  /** The value of a cookie. */
  public Optional<String> cookie(String name) {
    return Optional.ofNullable(request.getCookie(name)).map(cookie -> cookie.getValue());
  }

  /** Whether the client describes resources whole and leaves out what is not set. */
  boolean omitsUnset() {
    return SourceHeader.omitsUnset(request);
  }

  static String host(HttpServerRequest request) {
    HostAndPort authority = request.authority();
    return authority == null ? "" : authority.host().toLowerCase(Locale.ROOT);
  }
}
