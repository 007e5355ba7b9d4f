package dev.belfry.statuspages.publicsite;

import dev.belfry.monitoring.check.Severity;

/** The current state of a service, best first (wire contract 2.3, "v3"). */
public enum ServiceState {
  OPERATIONAL("operational", "good"),
  UNDER_MAINTENANCE("under_maintenance", "info"),
  DEGRADED_PERFORMANCE("degraded_performance", "warn"),
  PARTIAL_OUTAGE("partial_outage", "warn"),
  MAJOR_OUTAGE("major_outage", "bad");

  private final String word;
  private final String tone;

  ServiceState(String word, String tone) {
    this.word = word;
    this.tone = tone;
  }

  /** The state of a service with an open incident of this severity. */
  public static ServiceState of(Severity severity) {
    return switch (severity) {
      case CRITICAL -> MAJOR_OUTAGE;
      case MAJOR -> PARTIAL_OUTAGE;
      case MEDIUM, MINOR -> DEGRADED_PERFORMANCE;
    };
  }

  /** The worse of two. */
  public ServiceState or(ServiceState other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** Its name in the Statuspage API v2. */
  public String word() {
    return word;
  }

  /** Its colour class: good, info, warn or bad. */
  public String tone() {
    return tone;
  }
}
