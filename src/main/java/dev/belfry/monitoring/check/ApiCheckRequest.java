package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request of an API check (wire contract 4, "ApiCheck"). Its texts may have placeholders such
 * as {@code {{TOKEN}}} for variables.
 *
 * @param method in upper case
 * @param url up to 2048 characters
 * @param body {@code ""} for none
 * @param basicAuth sealed where it comes from the database
 * @param traceparent whether the request says which trace it belongs to, unless a header does
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ApiCheckRequest(
    String method,
    String url,
    boolean followRedirects,
    @JsonProperty("skipSSL") boolean skipSSL,
    IpFamily ipFamily,
    List<HttpParameter> headers,
    List<HttpParameter> queryParameters,
    String body,
    BodyType bodyType,
    BasicCredentials basicAuth,
    List<Assertion> assertions,
    boolean traceparent)
    implements CheckRequest {
  public ApiCheckRequest {
    headers = List.copyOf(headers);
    queryParameters = List.copyOf(queryParameters);
    assertions = List.copyOf(assertions);
  }

  /** A request whose absent members have their documented defaults. */
  @JsonCreator
  public static ApiCheckRequest of(
      @JsonProperty("method") @Nullable String method,
      @JsonProperty(value = "url", required = true) String url,
      @JsonProperty("followRedirects") @Nullable Boolean followRedirects,
      @JsonProperty("skipSSL") @Nullable Boolean skipSSL,
      @JsonProperty("ipFamily") @Nullable IpFamily ipFamily,
      @JsonProperty("headers") @Nullable List<HttpParameter> headers,
      @JsonProperty("queryParameters") @Nullable List<HttpParameter> queryParameters,
      @JsonProperty("body") @Nullable String body,
      @JsonProperty("bodyType") @Nullable BodyType bodyType,
      @JsonProperty("basicAuth") @Nullable BasicCredentials basicAuth,
      @JsonProperty("assertions") @Nullable List<Assertion> assertions,
      @JsonProperty("traceparent") @Nullable Boolean traceparent) {
    return new ApiCheckRequest(
        method == null ? "GET" : method,
        url,
        followRedirects == null ? UrlRequest.DEFAULT_FOLLOW_REDIRECTS : followRedirects,
        skipSSL != null && skipSSL,
        ipFamily == null ? IpFamily.IPV4 : ipFamily,
        headers == null ? List.of() : headers,
        queryParameters == null ? List.of() : queryParameters,
        body == null ? "" : body,
        bodyType == null ? BodyType.NONE : bodyType,
        basicAuth == null ? BasicCredentials.NONE : basicAuth,
        assertions == null
            ? List.of()
            : assertions.stream().map(Assertion::withPropertyAsRegex).toList(),
        traceparent != null && traceparent);
  }

  @Override
  public CheckType type() {
    return CheckType.API;
  }

  @Override
  public String target() {
    return url;
  }

  @Override
  public String host() {
    return UrlRequest.hostOf(url);
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
    return traceparent
        && headers.stream().noneMatch(header -> header.key().equalsIgnoreCase("traceparent"));
  }

  @Override
  public ApiCheckRequest with(List<Assertion> same) {
    return new ApiCheckRequest(
        method,
        url,
        followRedirects,
        skipSSL,
        ipFamily,
        headers,
        queryParameters,
        body,
        bodyType,
        basicAuth,
        same,
        traceparent);
  }

  /** Without values, some of which may be secrets. */
  @Override
  public String toString() {
    return "ApiCheckRequest[" + method + " " + url + "]";
  }
}
