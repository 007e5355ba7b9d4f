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
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record UrlRequest(
    String method,
    String url,
    boolean followRedirects,
    @JsonProperty("skipSSL") boolean skipSSL,
    IpFamily ipFamily,
    List<Assertion> assertions) {
  /** The specification names no default; a monitor of a page wants the page. */
  public static final boolean DEFAULT_FOLLOW_REDIRECTS = true;

  /** Which addresses of a host name are dialled. */
  public enum IpFamily {
    @JsonProperty("IPv4")
    IPV4("IPv4"),
    @JsonProperty("IPv6")
    IPV6("IPv6");

    private final String wire;

    IpFamily(String wire) {
      this.wire = wire;
    }

    /** Name in JSON. */
    public String wire() {
      return wire;
    }
  }

  public UrlRequest {
    assertions = List.copyOf(assertions);
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
      @JsonProperty("assertions") @Nullable List<Assertion> assertions) {
    return new UrlRequest(
        method == null ? "GET" : method,
        url,
        followRedirects == null ? DEFAULT_FOLLOW_REDIRECTS : followRedirects,
        skipSSL != null && skipSSL,
        ipFamily == null ? IpFamily.IPV4 : ipFamily,
        assertions == null ? List.of() : assertions);
  }
}
