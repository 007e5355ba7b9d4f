package dev.belfry.engine.probe.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.belfry.monitoring.assertion.JsonPaths;
import dev.belfry.monitoring.check.ApiCheckRequest;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.BasicCredentials;
import dev.belfry.monitoring.check.BodyType;
import dev.belfry.monitoring.check.HeaderRules;
import dev.belfry.monitoring.check.HttpParameter;
import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.platform.guard.RefusalReason;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.trace.TraceContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The request that an execution sends, of a URL monitor or an API check.
 *
 * @param method in upper case
 * @param headers besides those that the prober adds
 * @param body null for none
 * @param readsBody whether assertions look at the body of the response
 */
public record HttpCall(
    String method,
    String url,
    List<HttpParameter> headers,
    @Nullable String body,
    boolean followRedirects,
    boolean skipSsl,
    IpFamily ipFamily,
    boolean readsBody) {
  private static final int SEE_OTHER = 303;
  private static final Set<Integer> ONCE_POST = Set.of(301, 302);
  private static final String CONTENT_TYPE = "content-type";

  /** Headers that name no one, so that a redirect may take them to another host. */
  private static final Set<String> OF_ANY_HOST =
      Set.of("accept", "accept-language", CONTENT_TYPE, "user-agent", TraceContext.HEADER);

  public HttpCall {
    headers = List.copyOf(headers);
  }

  /** The request of a URL monitor. */
  public static HttpCall of(UrlRequest request) {
    return new HttpCall(
        request.method(),
        request.url(),
        List.of(),
        null,
        request.followRedirects(),
        request.skipSSL(),
        request.ipFamily(),
        false);
  }

  /**
   * The request of an API check whose placeholders are filled in.
   *
   * @throws TargetRefusedException if a header cannot be sent
   */
  public static HttpCall of(ApiCheckRequest request) throws TargetRefusedException {
    String body = body(request);
    return new HttpCall(
        request.method(),
        withQuery(request.url(), request.queryParameters()),
        headers(request, body != null),
        body,
        request.followRedirects(),
        request.skipSSL(),
        request.ipFamily(),
        request.assertions().stream().anyMatch(HttpCall::isOfBody));
  }

  /** The same request, which says what trace it belongs to; null to say nothing. */
  public HttpCall in(@Nullable TraceContext trace) {
    if (trace == null) {
      return this;
    }
    List<HttpParameter> traced = new ArrayList<>(headers);
    traced.add(new HttpParameter(TraceContext.HEADER, trace.header(), false));
    return new HttpCall(method, url, traced, body, followRedirects, skipSsl, ipFamily, readsBody);
  }

  private static boolean isOfBody(Assertion assertion) {
    return switch (assertion.source()) {
      case JSON_BODY, TEXT_BODY -> assertion.comparison() != null;
      default -> false;
    };
  }

  private static @Nullable String body(ApiCheckRequest request) {
    if (request.bodyType() == BodyType.NONE || request.body().isEmpty()) {
      return null;
    }
    return request.bodyType() == BodyType.GRAPHQL ? graphQl(request.body()) : request.body();
  }

  /**
   * Clients send the query alone or the whole request (GraphQL over HTTP, "Request Parameters").
   */
  private static String graphQl(String body) {
    JsonNode whole = JsonPaths.parse(body);
    return whole.isObject() && whole.has("query")
        ? body
        : JsonNodeFactory.instance.objectNode().put("query", body).toString();
  }

  private static List<HttpParameter> headers(ApiCheckRequest request, boolean hasBody)
      throws TargetRefusedException {
    List<HttpParameter> headers = new ArrayList<>(request.headers().size() + 2);
    for (HttpParameter header : request.headers()) {
      if (!HeaderRules.isName(header.key())) {
        throw unsendable("The header name \"" + header.key() + "\" cannot be sent");
      }
      if (HeaderRules.isReserved(header.key())) {
        throw unsendable("The service sets the header " + header.key() + " itself");
      }
      if (!HeaderRules.isValue(header.value())) {
        throw unsendable(
            "The header "
                + header.key()
                + " has a line break or another control character in its value");
      }
      headers.add(header);
    }
    if (hasBody && !has(headers, CONTENT_TYPE)) {
      headers.add(new HttpParameter("Content-Type", request.bodyType().contentType(), false));
    }
    BasicCredentials credentials = request.basicAuth();
    if (!credentials.username().isEmpty() && !has(headers, "authorization")) {
      headers.add(new HttpParameter("Authorization", authorization(credentials), true));
    }
    return headers;
  }

  private static TargetRefusedException unsendable(String sentence) {
    return new TargetRefusedException(RefusalReason.INVALID, sentence);
  }

  /** The value of the header {@code Authorization} (RFC 7617). */
  public static String authorization(BasicCredentials credentials) {
    String plain = credentials.username() + ":" + credentials.password();
    return "Basic " + Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  private static String withQuery(String url, List<HttpParameter> parameters) {
    if (parameters.isEmpty()) {
      return url;
    }
    int fragment = url.indexOf('#');
    StringBuilder whole = new StringBuilder(fragment < 0 ? url : url.substring(0, fragment));
    char separator = whole.indexOf("?") < 0 ? '?' : '&';
    for (HttpParameter one : parameters) {
      whole.append(separator).append(encoded(one.key())).append('=').append(encoded(one.value()));
      separator = '&';
    }
    return whole.toString();
  }

  /** Encodes a part of a query; a space becomes {@code %20}, which every server reads. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  static boolean has(List<HttpParameter> headers, String name) {
    for (HttpParameter header : headers) {
      if (header.key().equalsIgnoreCase(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether its response has no body whatever its head says (RFC 9110, section 9.3.2). */
  boolean isHead() {
    return method.equals("HEAD");
  }

  /**
   * The request that follows a redirect (RFC 9110, sections 15.4.2 to 15.4.9; Fetch, "HTTP-redirect
   * fetch"). Another host gets no header that may hold a secret.
   */
  HttpCall redirected(int status, boolean toOtherHost) {
    boolean becomesGet =
        (status == SEE_OTHER && !isHead()) || (ONCE_POST.contains(status) && method.equals("POST"));
    if (headers.isEmpty() && !becomesGet) {
      return this;
    }
    return new HttpCall(
        becomesGet ? "GET" : method,
        url,
        headers.stream()
            .filter(one -> staysFor(one.key().toLowerCase(Locale.ROOT), becomesGet, toOtherHost))
            .toList(),
        becomesGet ? null : body,
        followRedirects,
        skipSsl,
        ipFamily,
        readsBody);
  }

  private static boolean staysFor(String header, boolean becomesGet, boolean toOtherHost) {
    return !(becomesGet && header.equals(CONTENT_TYPE))
        && (!toOtherHost || OF_ANY_HOST.contains(header));
  }

  /** Without headers and body, which may hold secrets. */
  @Override
  public String toString() {
    return "HttpCall[" + method + " " + url + "]";
  }
}
