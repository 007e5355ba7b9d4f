package dev.belfry.monitoring.check;

/** What the two limits of a check bound, with the names of their members. */
public enum LimitKind {
  RESPONSE_TIME("degradedResponseTime", "maxResponseTime", "ms"),
  PACKET_LOSS("degradedPacketLossThreshold", "maxPacketLossThreshold", "%");

  private final String degraded;
  private final String max;
  private final String unit;

  LimitKind(String degraded, String max, String unit) {
    this.degraded = degraded;
    this.max = max;
    this.unit = unit;
  }

  /** The member with the value from which a run is degraded. */
  public String degraded() {
    return degraded;
  }

  /** The member with the value from which a run fails. */
  public String max() {
    return max;
  }

  /** The unit of both values. */
  public String unit() {
    return unit;
  }
}
