/**
 * Traces: ids, spans, and their export to a collector over OTLP.
 *
 * <p>Start at {@link dev.belfry.platform.trace.Tracer}.
 *
 * <p>Uses: {@code platform.config}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.platform.trace;

import org.jspecify.annotations.NullMarked;
