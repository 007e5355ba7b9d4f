package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.IcmpRequest;
import dev.belfry.monitoring.check.WebAddress;
import java.util.List;

/** Converts what is special about monitors of a backup that ping a host. */
final class KumaPings {
  /** The type of such monitors. */
  static final String PING = "ping";

  private KumaPings() {}

  /** Whether the monitor names a host that can be pinged. */
  static boolean isComplete(TrackedObject from) {
    return WebAddress.isHost(from.text("hostname"));
  }

  /** Gives a monitor its request; any answered ping is enough, as it is there. */
  static void request(TrackedObject from, ObjectNode monitor) {
    monitor.put("checkType", CheckType.ICMP.name());
    double pings = from.number("ping_count", 1);
    int count = (int) Math.max(1, Math.min(IcmpRequest.MOST_PINGS, pings));
    monitor.withObject("/request").put("hostname", from.text("hostname")).put("pingCount", count);
    monitor.put("degradedPacketLossThreshold", 100).put("maxPacketLossThreshold", 100);
    if (count != pings) {
      from.note("ping_count", "is " + count + " here");
    }
    if (from.flag("upsideDown", false)) {
      monitor.put("shouldFail", true);
    }
    from.meaningless(KumaPorts.OF_THE_WEB);
    from.meaningless(List.of("packetSize"));
  }
}
