package dev.belfry.monitoring.check;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Kinds of checks, named as on the wire, with what each of them supports. A type is run when {@link
 * CheckRequest#recordOf} has a record for it.
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

  private static final Set<CheckType> SUB_MINUTE = Set.of(URL, API, TCP, ICMP);
  private static final List<CheckType> OF_REQUESTS =
      Arrays.stream(values()).filter(type -> CheckRequest.recordOf(type).isPresent()).toList();
  private static final List<CheckType> OFFERED =
      Stream.concat(OF_REQUESTS.stream(), Stream.of(HEARTBEAT)).toList();
  private static final Set<CheckType> NETWORK_ERROR_RETRIES = Set.of(URL, API);

  /** The types that clients can make checks of: those that are run, and heartbeats. */
  public static List<CheckType> offered() {
    return OFFERED;
  }

  /** The type of a name on the wire; empty for any other name and for types not offered. */
  public static Optional<CheckType> offered(@Nullable String name) {
    return OFFERED.stream().filter(type -> type.name().equals(name)).findFirst();
  }

  /** The types whose checks make requests and are run, in this order. */
  public static List<CheckType> ofRequests() {
    return OF_REQUESTS;
  }

  /**
   * What the contract calls a check of this type, such as {@code UrlMonitor}; its operations are
   * {@code createUrlMonitor} and so on.
   */
  public String resource() {
    return switch (this) {
      case API, BROWSER -> word() + "Check";
      case MULTI_STEP -> "MultistepCheck";
      case PLAYWRIGHT -> "PlaywrightCheckSuite";
      default -> word() + "Monitor";
    };
  }

  private String word() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  /** What the two limits of a check bound. */
  public LimitKind limits() {
    return this == ICMP ? LimitKind.PACKET_LOSS : LimitKind.RESPONSE_TIME;
  }

  /**
   * Whether frequency 0 is allowed. API and TCP by the specification ("frequencyOffset rules" 1),
   * URL by the decision in the wire contract, 0a, ICMP as the clients document it.
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

  /** Whether requests may have placeholders for variables, and the check variables of its own. */
  public boolean hasVariables() {
    return this == API;
  }

  /** Whether retries can be limited to {@code NETWORK_ERROR} (wire contract 3.5). */
  public boolean supportsNetworkErrorRetries() {
    return NETWORK_ERROR_RETRIES.contains(this);
  }
}
