package dev.belfry.monitoring.check;

import java.util.Set;

/**
 * Kinds of checks, named as on the wire, with what each of them supports. Only {@link #URL} is run;
 * the others are stored, returned and held to the group rules.
 */
public enum CheckType {
  URL,
  API,
  TCP,
  DNS,
  ICMP,
  GRPC,
  SSL,
  TRACEROUTE,
  HEARTBEAT,
  BROWSER,
  MULTI_STEP,
  PLAYWRIGHT;

  private static final Set<CheckType> SUB_MINUTE = Set.of(URL, API, TCP);
  private static final Set<CheckType> NETWORK_ERROR_RETRIES = Set.of(URL, API);

  /**
   * Whether frequency 0 is allowed. API and TCP by the specification ("frequencyOffset rules" 1),
   * URL by the decision in the wire contract, 0a.
   */
  public boolean supportsSubMinute() {
    return SUB_MINUTE.contains(this);
  }

  /** Whether one run can go to all locations at once; a heartbeat waits and has no locations. */
  public boolean supportsParallelRuns() {
    return this != HEARTBEAT;
  }

  /** Whether a failed run can be repeated; a heartbeat has no run of its own to repeat. */
  public boolean supportsRetries() {
    return this != HEARTBEAT;
  }

  /** Whether retries can be limited to {@code NETWORK_ERROR} (wire contract 3.5). */
  public boolean supportsNetworkErrorRetries() {
    return NETWORK_ERROR_RETRIES.contains(this);
  }
}
