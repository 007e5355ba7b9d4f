package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request of a URL monitor (specification, "Request object").
 *
 * @param method {@code GET}, the only method there is
 * @param url up to 2048 characters
 * @param skipSSL whether a certificate that does not verify is accepted
 * @param traceparent whether the request says which trace it belongs to
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record UrlRequest(
    String method,
    String url,
    boolean followRedirects,
    @JsonProperty("skipSSL") boolean skipSSL,
    IpFamily ipFamily,
    List<Assertion> assertions,
    boolean traceparent)
    implements CheckRequest {
  /** The specification names no default; a monitor of a page wants the page. */
  public static final boolean DEFAULT_FOLLOW_REDIRECTS = true;

  public UrlRequest {
    assertions = List.copyOf(assertions);
  }

  /** A request without {@code traceparent}. */
  public UrlRequest(
      String method,
      String url,
      boolean followRedirects,
      boolean skipSSL,
      IpFamily ipFamily,
      List<Assertion> assertions) {
    this(method, url, followRedirects, skipSSL, ipFamily, assertions, false);
  }

  /**
   * A request whose absent members have their documented defaults.
   *
   * @param method null for {@code GET}
   */
  @JsonCreator
  public static UrlRequest of(
      @JsonProperty("method") @Nullable String method,
      @JsonProperty(value = "url", required = true) String url,
      @JsonProperty("followRedirects") @Nullable Boolean followRedirects,
      @JsonProperty("skipSSL") @Nullable Boolean skipSSL,
      @JsonProperty("ipFamily") @Nullable IpFamily ipFamily,
      @JsonProperty("assertions") @Nullable List<Assertion> assertions,
      @JsonProperty("traceparent") @Nullable Boolean traceparent) {
    return new UrlRequest(
        method == null || method.equals("GET") ? "GET" : method,
        url,
        followRedirects == null ? DEFAULT_FOLLOW_REDIRECTS : followRedirects,
        skipSSL != null && skipSSL,
        ipFamily == null ? IpFamily.IPV4 : ipFamily,
        assertions == null ? List.of() : assertions,
        traceparent != null && traceparent);
  }

  @Override
  public CheckType type() {
    return CheckType.URL;
  }

  @Override
  public String target() {
    return url;
  }

  @Override
  public String host() {
    return hostOf(url);
  }

  /** The host in a well-formed URL, which is not checked; the probe does that. */
  static String hostOf(String url) {
    int start = url.indexOf("://") + 3;
    if (start < 3) {
      return url;
    }
    int end = start;
    int colon = -1;
    boolean isBracketed = false;
    for (; end < url.length() && "/?#".indexOf(url.charAt(end)) < 0; end++) {
      switch (url.charAt(end)) {
        case '@' -> {
          start = end + 1;
          colon = -1;
        }
        case '[' -> isBracketed = true;
        case ']' -> isBracketed = false;
        case ':' -> colon = isBracketed ? colon : end;
        default -> {}
      }
    }
    return url.substring(start, colon < 0 ? end : colon);
  }

  @Override
  public String targetMember() {
    return "url";
  }

  @Override
  public WantedFailure wantedFailure() {
    return WantedFailure.ANSWER;
  }

  @Override
  public boolean sendsTraceparent() {
    return traceparent;
  }

  @Override
  public UrlRequest with(List<Assertion> same) {
    return new UrlRequest(method, url, followRedirects, skipSSL, ipFamily, same, traceparent);
  }
}
