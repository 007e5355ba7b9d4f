package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.CheckRequest;
import java.time.Duration;

/**
 * The request that a probe makes.
 *
 * @param request what is asked of which target, by its type
 * @param timeout limit of the whole probe, redirects included, from 1 ms to 30 s
 */
public record ProbeRequest(CheckRequest request, Duration timeout) {}
