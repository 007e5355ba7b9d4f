package dev.belfry.engine.probe.icmp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.monitoring.assertion.AssertionFault;
import dev.belfry.monitoring.assertion.JsonPaths;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.IcmpRequest;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.icmp.EchoGateway;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What came back of a run's pings.
 *
 * @param address that was pinged
 * @param resolvedMicros how long the lookup of the host took, microseconds
 */
record IcmpAnswer(IcmpRequest request, InetAddress address, long resolvedMicros, PingLog log)
    implements ProbeAnswer {
  private static final double PERCENT = 100;
  private static final double MICROS_PER_MILLI = 1_000;

  int received() {
    return log.received();
  }

  private int lost() {
    return log.sent() - log.received();
  }

  private double lossPercent() {
    return PERCENT * lost() / log.sent();
  }

  @Override
  public int statusCode() {
    return 0;
  }

  @Override
  public JsonNode actual(AssertionSource source, String property) throws AssertionFault {
    return switch (source) {
      case LATENCY -> {
        JsonNode latency = latency().path(property);
        yield latency.isNull() ? MissingNode.getInstance() : latency;
      }
      case JSON_RESPONSE -> property.isEmpty() ? json() : JsonPaths.read(json(), property);
      default -> MissingNode.getInstance();
    };
  }

  @Override
  public String summary() {
    return received() == 0
        ? "None of %d pings to %s was answered".formatted(log.sent(), where())
        : "%d of %d pings to %s were answered".formatted(received(), log.sent(), where());
  }

  @Override
  public String success() {
    return summary();
  }

  private String where() {
    String text = NetUtil.toAddressString(address);
    return request.hostname().equals(text) ? text : "%s (%s)".formatted(request.hostname(), text);
  }

  @Override
  public @Nullable Failure failure() {
    return reaches(request.maxPacketLossThreshold())
        ? new Failure(Reason.PACKET_LOSS, loss("maximum", request.maxPacketLossThreshold()))
        : null;
  }

  /** The limit of the packet loss holds beside the assertions. */
  @Override
  public boolean failsWhateverIsAsserted() {
    return true;
  }

  @Override
  public @Nullable Failure warning() {
    double threshold = request.degradedPacketLossThreshold();
    return reaches(threshold)
        ? new Failure(Reason.SOME_PACKET_LOSS, loss("degraded", threshold))
        : null;
  }

  /** No loss reaches no threshold, so that 0 means any loss. */
  private boolean reaches(double threshold) {
    return lost() > 0 && lossPercent() >= threshold;
  }

  private String loss(String limit, double threshold) {
    return String.format(
        Locale.ROOT,
        "%d of %d pings to %s were lost, %s %%; the %s packet loss is %s %%",
        lost(),
        log.sent(),
        where(),
        number(lossPercent()),
        limit,
        number(threshold));
  }

  private static String number(double value) {
    double rounded = rounded(value, 100);
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }

  private static double rounded(double value, double parts) {
    return Math.round(value * parts) / parts;
  }

  /** The figures of all pings, milliseconds; null for each without a reply. */
  private ObjectNode latency() {
    ObjectNode latency = JsonNodeFactory.instance.objectNode();
    if (received() == 0) {
      IcmpRequest.LATENCIES.forEach(latency::putNull);
      return latency;
    }
    return latency
        .put("avg", millis(log.averageMicros()))
        .put("min", millis(log.leastMicros()))
        .put("max", millis(log.mostMicros()))
        .put("stdDev", millis(log.deviationMicros()));
  }

  private static double millis(double micros) {
    return rounded(micros / MICROS_PER_MILLI, 1_000);
  }

  /** All that the run showed, in the form that clients know. */
  ObjectNode json() {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("hostname", request.hostname())
            .put("ipFamily", request.ipFamily().wire())
            .put("pingCount", request.pingCount());
    json.setAll(figures());
    ArrayNode pings = json.putArray("pingResults");
    for (int i = 0; i < log.sent(); i++) {
      ObjectNode ping = pings.addObject().put("sequence", i).put("success", log.isAnswered(i));
      if (log.isAnswered(i)) {
        ping.put("rtt", millis(log.micros(i)));
        if (log.hopLimit(i) >= 0) {
          ping.put("ttl", log.hopLimit(i));
        } else {
          ping.putNull("ttl");
        }
      } else {
        ping.putNull("rtt").putNull("ttl");
      }
    }
    return json;
  }

  private ObjectNode figures() {
    ObjectNode figures =
        JsonNodeFactory.instance
            .objectNode()
            .put("resolvedIp", NetUtil.toAddressString(address))
            .put("dnsResolutionTime", millis((double) resolvedMicros))
            .put("packetsSent", log.sent())
            .put("packetsReceived", received())
            .put("packetLoss", rounded(lossPercent(), 100))
            .put("packetSize", EchoGateway.PACKET_SIZE);
    figures.set("latency", latency());
    return figures;
  }

  @Override
  public boolean isKeptWhenPassed() {
    return true;
  }

  @Override
  public void describe(ObjectNode detail) {
    detail.set("icmp", json());
  }

  /** Each ping is kept only with a result that did not pass. */
  @Override
  public void describePassed(ObjectNode detail) {
    detail.set("icmp", figures());
  }
}
