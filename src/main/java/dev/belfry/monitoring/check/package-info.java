/**
 * Settings that monitors, groups and alerts share, as records, and their rules as pure functions.
 *
 * <p>Start at {@link dev.belfry.monitoring.check.EffectiveSettings}.
 *
 * <p>Uses: {@code api.contract}, {@code platform.error}, {@code platform.guard}.
 */
@NullMarked
package dev.belfry.monitoring.check;

import org.jspecify.annotations.NullMarked;
