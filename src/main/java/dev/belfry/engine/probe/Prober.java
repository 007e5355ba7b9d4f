package dev.belfry.engine.probe;

import io.vertx.core.Future;

/** Probes a target with one request. */
public interface Prober {
  /**
   * Probes a target of any type. The future never fails; the result names what went wrong. It
   * completes on the context of the caller, shortly after the request's time-out at the latest.
   */
  Future<ProbeResult> probe(ProbeRequest request);

  /** How busy the prober is now. */
  default ProberLoad load() {
    return ProberLoad.NONE;
  }
}
