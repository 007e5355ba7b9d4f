package dev.belfry.engine.probe;

import dev.belfry.monitoring.certificate.HostCertificates;
import dev.belfry.monitoring.check.CheckRequest;
import java.time.Duration;

/**
 * The request that a probe makes.
 *
 * @param request what is asked of which target, by its type
 * @param timeout limit of the whole probe, redirects included, from 1 ms to 30 s
 * @param certificates that its connections may prove themselves with
 */
public record ProbeRequest(CheckRequest request, Duration timeout, HostCertificates certificates) {

  /** A request without client certificates. */
  public ProbeRequest(CheckRequest request, Duration timeout) {
    this(request, timeout, HostCertificates.NONE);
  }

  /** The same request with client certificates. */
  public ProbeRequest with(HostCertificates own) {
    return new ProbeRequest(request, timeout, own);
  }
}
