package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.WebAddress;
import java.util.Set;

/** Converts what is special about monitors of a backup that ask a name server. */
final class KumaNames {
  /** The type of such monitors. */
  static final String DNS = "dns";

  private static final Set<String> RECORDS =
      Set.of("A", "AAAA", "CAA", "CNAME", "MX", "NS", "SOA", "SRV", "TXT");
  private static final int USUAL_PORT = 53;

  /** There is no limit in a backup; this is the largest one here. */
  private static final int MOST_MILLIS = 5_000;

  private KumaNames() {}

  /** Whether the monitor names a domain and a type of records that can be asked for. */
  static boolean isComplete(TrackedObject from) {
    return WebAddress.isHost(from.text("hostname"))
        && RECORDS.contains(from.text("dns_resolve_type"));
  }

  /** Gives a monitor its request; it may be expected to find nothing. */
  static void request(TrackedObject from, ObjectNode monitor) {
    monitor.put("checkType", CheckType.DNS.name());
    ObjectNode request = monitor.withObject("/request");
    request.put("query", from.text("hostname")).put("recordType", from.text("dns_resolve_type"));
    String[] servers = from.text("dns_resolve_server").strip().split("[,\\s]+", -1);
    if (WebAddress.isHost(servers[0])) {
      request.put("nameServer", servers[0]);
      double port = from.number("port", USUAL_PORT);
      if (port >= 1 && port <= 65_535 && port != USUAL_PORT) {
        request.put("port", (int) port);
      }
    } else if (!servers[0].isEmpty()) {
      from.note("dns_resolve_server", "is no host; the name servers of the instance are asked");
    }
    if (servers.length > 1) {
      from.note("dns_resolve_server", "only the first server is asked");
    }
    monitor.putNull("degradedResponseTime").put("maxResponseTime", MOST_MILLIS);
    if (from.flag("upsideDown", false)) {
      monitor.put("shouldFail", true);
      from.note("upsideDown", "a name server that does not answer is a failure all the same");
    }
    from.meaningless(KumaPorts.OF_THE_WEB);
  }
}
