/**
 * The composition root: builds every object by hand, starts the service and stops it.
 *
 * <p>Start at {@link dev.belfry.app.App}.
 *
 * <p>Uses: {@code app.metrics}, {@code account}, {@code alerting}, {@code api}, {@code engine},
 * {@code monitoring}, {@code platform}, {@code projects}, {@code statuspages}.
 */
@NullMarked
package dev.belfry.app;

import org.jspecify.annotations.NullMarked;
