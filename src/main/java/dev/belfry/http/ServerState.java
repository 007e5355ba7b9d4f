package dev.belfry.http;

/** What every exchange of one event loop shares. */
record ServerState(RequestIds requestIds, AccessLogger accessLog, Drain drain) {
  /** Whether the process is about to stop and wants its clients to go elsewhere. */
  boolean draining() {
    return drain.started();
  }
}
