package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.WebAddress;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts what is special about endpoints that ask a name server. */
final class GatusNames {
  private static final Set<String> RECORDS =
      Set.of("A", "AAAA", "CNAME", "MX", "NS", "SRV", "TXT", "SOA", "CAA");

  /** An IPv6 address has no port without brackets. */
  private static final Pattern SERVER =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\[\\]/]+)(?::(\\d{1,5}))?|([0-9a-fA-F:.]+)");

  private GatusNames() {}

  /** Whether an endpoint has a server, a name and a type of records that can be asked for. */
  static boolean isComplete(TrackedObject dns, String url) {
    Matcher server = SERVER.matcher(url);
    return server.matches()
        && WebAddress.isHost(host(server))
        && port(server) >= 1
        && port(server) <= 65_535
        && WebAddress.isHost(dns.text("query-name"))
        && RECORDS.contains(dns.text("query-type"));
  }

  /** Gives a monitor its request. */
  static void request(TrackedObject dns, String url, ObjectNode request) {
    request.put("query", dns.text("query-name")).put("recordType", dns.text("query-type"));
    Matcher server = SERVER.matcher(url);
    if (server.matches()) {
      request.put("nameServer", host(server));
      if (server.group(2) != null) {
        request.put("port", port(server));
      }
    }
    dns.rest("has no counterpart");
  }

  private static String host(Matcher server) {
    return server.group(1) == null ? server.group(3) : server.group(1);
  }

  private static int port(Matcher server) {
    return server.group(2) == null ? 53 : Integer.parseInt(server.group(2));
  }
}
