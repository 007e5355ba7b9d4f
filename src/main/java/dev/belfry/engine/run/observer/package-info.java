/**
 * Tells failures of this instance and its network from failures of the targets.
 *
 * <p>Start at {@link dev.belfry.engine.run.observer.ObserverHealth}.
 *
 * <p>Uses: {@code engine.run.schedule}, {@code monitoring.check}, {@code platform.cluster}.
 */
@NullMarked
package dev.belfry.engine.run.observer;

import org.jspecify.annotations.NullMarked;
