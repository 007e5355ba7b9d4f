/**
 * Runs monitors: fires each scheduled run, evaluates and retries it, and writes its result.
 *
 * <p>Start at {@link dev.belfry.engine.run.EngineVerticle}.
 *
 * <p>Uses: {@code alerting.alert}, {@code engine.probe}, {@code engine.probe.icmp}, {@code
 * engine.probe.prober}, {@code engine.request}, {@code engine.result}, {@code
 * engine.run.admission}, {@code engine.run.observer}, {@code engine.run.schedule}, {@code
 * monitoring.assertion}, {@code monitoring.check}, {@code platform.cluster}, {@code
 * platform.config}, {@code platform.db}, {@code platform.icmp}, {@code platform.seal}, {@code
 * platform.trace}.
 */
@NullMarked
package dev.belfry.engine.run;

import org.jspecify.annotations.NullMarked;
