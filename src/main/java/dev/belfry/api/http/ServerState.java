package dev.belfry.api.http;

/**
 * The parts that every exchange of one event loop shares.
 *
 * @param unmatched metrics of the requests that match no operation
 * @param secure whether the service itself speaks TLS
 */
record ServerState(
    RequestIds requestIds,
    AccessLogger accessLog,
    Drain drain,
    OperationMetrics unmatched,
    ConnectionGuard guard,
    boolean secure) {
  /** Whether the process is about to stop, so that clients are sent to other instances. */
  boolean draining() {
    return drain.started();
  }
}
