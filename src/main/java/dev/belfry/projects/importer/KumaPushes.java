package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckType;
import java.util.List;

/** Converts monitors of a backup that wait for pushes of a job. */
final class KumaPushes {
  /** The type of such monitors. */
  static final String PUSH = "push";

  private static final double SHORTEST = 30;
  private static final double LONGEST = 31_536_000;

  private KumaPushes() {}

  /** Gives a monitor its period; the retries of a backup are its grace. */
  static void heartbeat(TrackedObject from, ObjectNode monitor) {
    double seconds = from.number("interval", SHORTEST * 2);
    double period = Math.rint(Math.max(SHORTEST, Math.min(LONGEST, seconds)));
    double wait = from.number("retryInterval", SHORTEST * 2) * from.number("maxretries", 0);
    double grace = Math.rint(Math.max(0, Math.min(LONGEST, wait)));
    monitor
        .put("checkType", CheckType.HEARTBEAT.name())
        .withObject("/heartbeat")
        .put("period", (int) period)
        .put("periodUnit", "seconds")
        .put("grace", (int) grace)
        .put("graceUnit", "seconds");
    if (period != seconds) {
      from.note("interval", "is " + (int) period + " s here");
    }
    from.note("pushToken", "is new: the job must ping heartbeat.pingUrl of the monitor");
    from.meaningless(List.of("port"));
    from.noteUnlessEmpty("upsideDown", "is left out: a ping that comes is no failure");
    from.meaningless(KumaPorts.OF_THE_WEB);
  }
}
