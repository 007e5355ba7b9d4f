/**
 * Probes of URL monitors: one GET request, its redirects, TLS and the response.
 *
 * <p>Start at {@link dev.belfry.engine.probe.url.UrlExecution}.
 *
 * <p>Uses: {@code engine.probe}, {@code monitoring.check}, {@code platform.guard}.
 */
@NullMarked
package dev.belfry.engine.probe.url;

import org.jspecify.annotations.NullMarked;
