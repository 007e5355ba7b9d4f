package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.WebAddress;
import java.util.List;

/** Converts what is special about monitors of a backup that open a TCP port. */
final class KumaPorts {
  /** They are there in every monitor, and only those of a web address look at them. */
  static final List<String> OF_THE_WEB =
      List.of(
          "url",
          "method",
          "ignoreTls",
          "maxredirects",
          "accepted_statuscodes",
          "ipFamily",
          "timeout",
          "expiryNotification");

  private KumaPorts() {}

  /** Whether the monitor names a host and a port that can be dialled. */
  static boolean isComplete(TrackedObject from) {
    double port = from.number("port", 0);
    return port >= 1
        && port <= 65_535
        && port == Math.rint(port)
        && WebAddress.isHost(from.text("hostname"));
  }

  /** Gives a monitor its request; it may be expected to fail. */
  static void request(TrackedObject from, ObjectNode monitor) {
    monitor.put("checkType", CheckType.TCP.name());
    monitor
        .withObject("/request")
        .put("hostname", from.text("hostname"))
        .put("port", (int) from.number("port", 0));
    monitor.putNull("degradedResponseTime");
    if (from.flag("upsideDown", false)) {
      monitor.put("shouldFail", true);
    }
    from.meaningless(OF_THE_WEB);
  }
}
