/**
 * Tells troubles of this instance from those of its targets. Start at {@link
 * dev.belfry.engine.run.observer.ObserverHealth}.
 */
@NullMarked
package dev.belfry.engine.run.observer;

import org.jspecify.annotations.NullMarked;
