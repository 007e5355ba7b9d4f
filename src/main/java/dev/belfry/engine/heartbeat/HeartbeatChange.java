package dev.belfry.engine.heartbeat;

import dev.belfry.monitoring.heartbeat.BeatWatch;
import java.util.List;

/** What becomes of a monitor, and the results that go with it in their order. */
record HeartbeatChange(HeartbeatRow row, BeatWatch.Next next, List<BeatResult> results) {
  HeartbeatChange {
    results = List.copyOf(results);
  }
}
