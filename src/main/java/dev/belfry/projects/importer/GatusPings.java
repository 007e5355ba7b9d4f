package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.WebAddress;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts what is special about endpoints that are pinged. */
final class GatusPings {
  private static final Pattern ADDRESS = Pattern.compile("(?i)icmp://([^/]{1,253})/?");

  private GatusPings() {}

  /** Whether an address names a host that can be pinged. */
  static boolean isComplete(String url) {
    Matcher address = ADDRESS.matcher(url);
    return address.matches() && WebAddress.isHost(address.group(1));
  }

  /** Gives a monitor its request: one ping, as it is there. */
  static void request(TrackedObject from, String url, ObjectNode request) {
    Matcher address = ADDRESS.matcher(url);
    if (address.matches()) {
      request.put("hostname", address.group(1)).put("pingCount", 1);
    }
    from.noteUnlessEmpty("body", "a ping carries nothing of its own");
  }

  /** Takes the family, and the largest response time as an assertion. */
  static void client(TrackedObject client, ObjectNode request, long maxResponseTime) {
    client.meaningless(List.of("insecure", "ignore-redirect"));
    client.noteUnlessEmpty("timeout", "a ping is waited for 2 seconds");
    String network = client.text("network");
    if (network.equals("ip6")) {
      request.put("ipFamily", "IPv6");
    } else if (!network.isEmpty() && !network.startsWith("ip")) {
      client.note("network", "is not known; the pings use IPv4");
    }
    client.rest("has no counterpart");
    if (maxResponseTime >= 0) {
      ArrayNode assertions = request.withArray("/assertions");
      assertions
          .addObject()
          .put("source", "LATENCY")
          .put("property", "avg")
          .put("comparison", "LESS_THAN")
          .put("target", String.valueOf(maxResponseTime));
    }
  }
}
