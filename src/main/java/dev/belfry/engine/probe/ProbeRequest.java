package dev.belfry.engine.probe;

import dev.belfry.monitoring.certificate.HostCertificates;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.platform.trace.TraceContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The request that a probe makes.
 *
 * @param request what is asked of which target, by its type
 * @param timeout limit of the whole probe, redirects included, from 1 ms to 30 s
 * @param certificates that its connections may prove themselves with
 * @param trace which the request says that it belongs to; null to say nothing
 */
public record ProbeRequest(
    CheckRequest request,
    Duration timeout,
    HostCertificates certificates,
    @Nullable TraceContext trace) {

  /** A request without client certificates. */
  public ProbeRequest(CheckRequest request, Duration timeout) {
    this(request, timeout, HostCertificates.NONE, null);
  }

  /** The same request with client certificates. */
  public ProbeRequest with(HostCertificates own) {
    return new ProbeRequest(request, timeout, own, trace);
  }

  /** The same request, which says what trace it belongs to if its settings ask for it. */
  public ProbeRequest in(@Nullable TraceContext context) {
    return request.sendsTraceparent()
        ? new ProbeRequest(request, timeout, certificates, context)
        : this;
  }
}
