package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.UrlRequest;
import java.time.Duration;

/**
 * The request that a probe makes.
 *
 * @param request address, redirects, certificates, IP family
 * @param timeout limit of the whole probe, redirects included, from 1 ms to 30 s
 */
public record ProbeRequest(UrlRequest request, Duration timeout) {}
