package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The request of an ICMP monitor: a number of pings.
 *
 * @param hostname host name or IP address, without brackets
 * @param pingCount 1 to {@link #MOST_PINGS}
 * @param degradedPacketLossThreshold per cent of lost pings from which a run is degraded, 0 to 100;
 *     a member of the check, not of its request
 * @param maxPacketLossThreshold per cent of lost pings from which a run fails, 0 to 100; likewise
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record IcmpRequest(
    String hostname,
    IpFamily ipFamily,
    int pingCount,
    double degradedPacketLossThreshold,
    double maxPacketLossThreshold,
    List<Assertion> assertions)
    implements CheckRequest {
  /** Pings of one run at most. */
  public static final int MOST_PINGS = 50;

  /** Pings of one run where none is said. */
  public static final int DEFAULT_PINGS = 10;

  /** Per cent from which a run is degraded where none is said. */
  public static final double DEGRADED_LOSS = 10;

  /** Per cent from which a run fails where none is said. */
  public static final double MAX_LOSS = 20;

  /** What a latency is called, in the property of an assertion. */
  public static final List<String> LATENCIES = List.of("avg", "min", "max", "stdDev");

  public IcmpRequest {
    assertions = List.copyOf(assertions);
  }

  /** A request whose absent members have their documented defaults. */
  @JsonCreator
  public static IcmpRequest of(
      @JsonProperty(value = "hostname", required = true) String hostname,
      @JsonProperty("ipFamily") @Nullable IpFamily ipFamily,
      @JsonProperty("pingCount") @Nullable Integer pingCount,
      @JsonProperty("degradedPacketLossThreshold") @Nullable Double degraded,
      @JsonProperty("maxPacketLossThreshold") @Nullable Double max,
      @JsonProperty("assertions") @Nullable List<Assertion> assertions) {
    return new IcmpRequest(
        hostname,
        ipFamily == null ? IpFamily.IPV4 : ipFamily,
        pingCount == null ? DEFAULT_PINGS : Math.max(1, Math.min(MOST_PINGS, pingCount)),
        degraded == null ? DEGRADED_LOSS : degraded,
        max == null ? MAX_LOSS : max,
        assertions == null ? List.of() : assertions);
  }

  /** The stored request with the thresholds that stand beside it in the check's settings. */
  static JsonNode withThresholds(ObjectNode settings) {
    ObjectNode request = settings.path("request").deepCopy();
    for (String member : List.of(LimitKind.PACKET_LOSS.degraded(), LimitKind.PACKET_LOSS.max())) {
      if (settings.hasNonNull(member)) {
        request.set(member, settings.get(member));
      }
    }
    return request;
  }

  @Override
  public CheckType type() {
    return CheckType.ICMP;
  }

  /** The host, as the SQL function {@code request_target} writes it. */
  @Override
  public String target() {
    return hostname;
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
  public IcmpRequest with(List<Assertion> same) {
    return new IcmpRequest(
        hostname, ipFamily, pingCount, degradedPacketLossThreshold, maxPacketLossThreshold, same);
  }
}
