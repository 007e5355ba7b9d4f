package dev.belfry.monitoring.heartbeat;

import java.util.List;

/** A state, and the events that led to it in their order. */
public record BeatStep(BeatState state, List<BeatEvent> events) {
  public BeatStep {
    events = List.copyOf(events);
  }
}
