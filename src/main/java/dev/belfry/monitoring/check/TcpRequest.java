package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request of a TCP monitor (wire contract 4, "TcpMonitor").
 *
 * @param hostname host name or IP address, without brackets
 * @param port 1 to 65535
 * @param data text that is sent once connected, {@code ""} for none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record TcpRequest(
    String hostname, int port, String data, IpFamily ipFamily, List<Assertion> assertions)
    implements CheckRequest {
  public TcpRequest {
    assertions = List.copyOf(assertions);
  }

  /**
   * A request whose absent members have their documented defaults.
   *
   * @param data null for none
   */
  @JsonCreator
  public static TcpRequest of(
      @JsonProperty(value = "hostname", required = true) String hostname,
      @JsonProperty(value = "port", required = true) int port,
      @JsonProperty("data") @Nullable String data,
      @JsonProperty("ipFamily") @Nullable IpFamily ipFamily,
      @JsonProperty("assertions") @Nullable List<Assertion> assertions) {
    return new TcpRequest(
        hostname,
        port,
        data == null ? "" : data,
        ipFamily == null ? IpFamily.IPV4 : ipFamily,
        assertions == null ? List.of() : assertions);
  }

  @Override
  public CheckType type() {
    return CheckType.TCP;
  }

  /** {@code host:port}, as the SQL function {@code request_target} writes it. */
  @Override
  public String target() {
    return hostname + ":" + port;
  }

  @Override
  public String host() {
    return hostname;
  }

  @Override
  public String targetMember() {
    return "target";
  }

  @Override
  public WantedFailure wantedFailure() {
    return WantedFailure.CONNECTION;
  }

  @Override
  public TcpRequest with(List<Assertion> same) {
    return new TcpRequest(hostname, port, data, ipFamily, same);
  }
}
