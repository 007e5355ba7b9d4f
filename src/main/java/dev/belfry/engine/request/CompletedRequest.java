package dev.belfry.engine.request;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.platform.trace.TraceContext;
import org.jspecify.annotations.Nullable;

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

  /** The same request in a trace, if its settings ask for it; null for none. */
  public CompletedRequest in(@Nullable TraceContext trace) {
    return trace == null ? this : new CompletedRequest(probe.in(trace), mask);
  }

  /** Without the request, which may hold secrets. */
  @Override
  public String toString() {
    return "CompletedRequest[]";
  }
}
