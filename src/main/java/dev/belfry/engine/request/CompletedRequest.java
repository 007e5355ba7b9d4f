package dev.belfry.engine.request;

import dev.belfry.engine.probe.ProbeRequest;

/**
 * A request as it is sent.
 *
 * @param mask hides its secrets in what is kept
 */
public record CompletedRequest(ProbeRequest probe, SecretMask mask) {
  /** A request that is sent as it is stored. */
  public static CompletedRequest asStored(ProbeRequest probe) {
    return new CompletedRequest(probe, SecretMask.NONE);
  }

  /** Without the request, which may hold secrets. */
  @Override
  public String toString() {
    return "CompletedRequest[]";
  }
}
