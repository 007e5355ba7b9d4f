package dev.belfry.engine.probe;

import io.vertx.core.Future;

/** Makes one request and tells what happened. */
public interface Prober {
  /**
   * Probes an address. The future never fails: whatever goes wrong is told in the result. It
   * completes within the request's time-out and a moment, on the context of the caller.
   */
  Future<ProbeResult> probe(ProbeRequest request);
}
