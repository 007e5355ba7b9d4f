/**
 * Probes of URL monitors and API checks: a request, its redirects, TLS and the response.
 *
 * <p>Start at {@link dev.belfry.engine.probe.http.HttpExecution}.
 *
 * <p>Uses: {@code engine.probe}, {@code monitoring.assertion}, {@code monitoring.certificate},
 * {@code monitoring.check}, {@code platform.guard}, {@code platform.trace}.
 */
@NullMarked
package dev.belfry.engine.probe.http;

import org.jspecify.annotations.NullMarked;
