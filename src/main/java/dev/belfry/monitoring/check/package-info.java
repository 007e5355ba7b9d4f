/**
 * What monitors, groups and alerts share: the settings as records, and the rules about them as pure
 * functions. Start at {@link dev.belfry.monitoring.check.EffectiveSettings}. May import {@code
 * error} only.
 */
@NullMarked
package dev.belfry.monitoring.check;

import org.jspecify.annotations.NullMarked;
