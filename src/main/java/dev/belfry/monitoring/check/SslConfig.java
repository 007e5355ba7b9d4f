package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * How an SSL monitor connects, and what it demands of the certificate.
 *
 * @param hostname host name or IP address, without brackets
 * @param port 1 to 65535
 * @param serverName the name that is sent and that the certificate must have; null for the host
 * @param skipChainValidation whether an issuer that is not trusted is no failure
 * @param handshakeTimeoutMs limit of the handshake alone
 * @param alertDaysBeforeExpiry days before the expiry from which a run is degraded
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record SslConfig(
    String hostname,
    int port,
    IpFamily ipFamily,
    @Nullable String serverName,
    boolean skipChainValidation,
    int handshakeTimeoutMs,
    int alertDaysBeforeExpiry,
    SecurityBaseline securityBaseline) {
  private static final int DEFAULT_PORT = 443;
  private static final int DEFAULT_TIMEOUT = 10_000;
  private static final int DEFAULT_DAYS = 20;

  /** A configuration whose absent members have their documented defaults. */
  @JsonCreator
  public static SslConfig of(
      @JsonProperty(value = "hostname", required = true) String hostname,
      @JsonProperty("port") @Nullable Integer port,
      @JsonProperty("ipFamily") @Nullable IpFamily ipFamily,
      @JsonProperty("serverName") @Nullable String serverName,
      @JsonProperty("skipChainValidation") @Nullable Boolean skipChainValidation,
      @JsonProperty("handshakeTimeoutMs") @Nullable Integer handshakeTimeoutMs,
      @JsonProperty("alertDaysBeforeExpiry") @Nullable Integer alertDaysBeforeExpiry,
      @JsonProperty("securityBaseline") @Nullable SecurityBaseline securityBaseline) {
    return new SslConfig(
        hostname,
        port == null ? DEFAULT_PORT : port,
        ipFamily == null ? IpFamily.IPV4 : ipFamily,
        serverName,
        skipChainValidation != null && skipChainValidation,
        handshakeTimeoutMs == null ? DEFAULT_TIMEOUT : handshakeTimeoutMs,
        alertDaysBeforeExpiry == null ? DEFAULT_DAYS : alertDaysBeforeExpiry,
        securityBaseline == null ? SecurityBaseline.PRESET : securityBaseline);
  }
}
