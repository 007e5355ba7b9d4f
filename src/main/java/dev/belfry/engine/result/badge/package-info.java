/**
 * Badges: pictures that say how a check or group does. Start at {@link
 * dev.belfry.engine.result.badge.BadgeOperations}.
 */
@NullMarked
package dev.belfry.engine.result.badge;

import org.jspecify.annotations.NullMarked;
