package dev.belfry.statuspages.publicsite;

import dev.belfry.monitoring.check.Severity;

/** How a service does at present, the best first (wire contract 2.3, "v3"). */
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

  /** The state in which an open incident of a severity puts the services it affects. */
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

  /** The word of the Statuspage API v2 for it. */
  public String word() {
    return word;
  }

  /** The colour it is shown in: good, info, warn or bad. */
  public String tone() {
    return tone;
  }
}
