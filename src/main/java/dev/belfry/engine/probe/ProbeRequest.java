package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.UrlRequest;
import java.time.Duration;

/**
 * What is asked of a prober.
 *
 * @param request address, redirects, certificates, IP family
 * @param timeout bound on the whole probe, redirects included, from 1 ms to 30 s
 */
public record ProbeRequest(UrlRequest request, Duration timeout) {}
