/**
 * Test runs: one request with settings of a monitor that is not stored.
 *
 * <p>Start at {@link dev.belfry.engine.testrun.TestRunOperations}.
 *
 * <p>Uses: {@code api.http}, {@code engine.probe}, {@code engine.probe.icmp}, {@code
 * engine.probe.prober}, {@code engine.request}, {@code engine.result}, {@code engine.run}, {@code
 * monitoring.check}, {@code monitoring.group}, {@code monitoring.monitor}, {@code platform.config},
 * {@code platform.db}, {@code platform.error}, {@code platform.guard}, {@code platform.icmp},
 * {@code platform.trace}.
 */
@NullMarked
package dev.belfry.engine.testrun;

import org.jspecify.annotations.NullMarked;
