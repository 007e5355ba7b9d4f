/**
 * Probes of ICMP monitors: a number of pings and what came back.
 *
 * <p>Start at {@link dev.belfry.engine.probe.icmp.IcmpExecution}.
 *
 * <p>Uses: {@code engine.probe}, {@code monitoring.assertion}, {@code monitoring.check}, {@code
 * platform.guard}, {@code platform.icmp}.
 */
@NullMarked
package dev.belfry.engine.probe.icmp;

import org.jspecify.annotations.NullMarked;
