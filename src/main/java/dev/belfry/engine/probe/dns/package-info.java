/**
 * Probes of DNS monitors: one query over UDP or TCP and its answer.
 *
 * <p>Start at {@link dev.belfry.engine.probe.dns.DnsExecution}.
 *
 * <p>Uses: {@code engine.probe}, {@code monitoring.assertion}, {@code monitoring.check}, {@code
 * platform.guard}.
 */
@NullMarked
package dev.belfry.engine.probe.dns;

import org.jspecify.annotations.NullMarked;
