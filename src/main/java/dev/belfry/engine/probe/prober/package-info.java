/**
 * Chooses the execution of each type of check and runs it on event loops of its own.
 *
 * <p>Start at {@link dev.belfry.engine.probe.prober.NetworkProber}.
 *
 * <p>Uses: {@code engine.probe}, {@code engine.probe.dns}, {@code engine.probe.http}, {@code
 * engine.probe.icmp}, {@code engine.probe.ssl}, {@code engine.probe.tcp}, {@code monitoring.check},
 * {@code platform.guard}.
 */
@NullMarked
package dev.belfry.engine.probe.prober;

import org.jspecify.annotations.NullMarked;
