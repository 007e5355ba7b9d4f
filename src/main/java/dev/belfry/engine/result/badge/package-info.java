/**
 * Badges: SVG pictures that show the state of a check or group.
 *
 * <p>Start at {@link dev.belfry.engine.result.badge.BadgeOperations}.
 *
 * <p>Uses: {@code api.badge}, {@code api.http}, {@code engine.result}, {@code monitoring.check},
 * {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.engine.result.badge;

import org.jspecify.annotations.NullMarked;
