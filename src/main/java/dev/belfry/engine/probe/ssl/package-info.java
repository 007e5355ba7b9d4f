/**
 * Probes of SSL monitors: a TLS handshake that accepts every certificate, and a judgement of it.
 *
 * <p>Start at {@link dev.belfry.engine.probe.ssl.SslExecution}.
 *
 * <p>Uses: {@code engine.probe}, {@code monitoring.assertion}, {@code monitoring.check}, {@code
 * platform.guard}.
 */
@NullMarked
package dev.belfry.engine.probe.ssl;

import org.jspecify.annotations.NullMarked;
