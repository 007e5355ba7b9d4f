/**
 * Tells failures of this instance and its network from failures of the targets.
 *
 * <p>Start at {@link dev.belfry.engine.run.observer.ObserverHealth}.
 *
 * <p>Uses: {@code monitoring.check}.
 */
@NullMarked
package dev.belfry.engine.run.observer;

import org.jspecify.annotations.NullMarked;
