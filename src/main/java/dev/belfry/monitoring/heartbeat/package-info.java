/**
 * Heartbeat monitors: what their settings must be, when beats are expected, and what a ping or the
 * passing of time means to them.
 *
 * <p>Start at {@link dev.belfry.monitoring.heartbeat.BeatTimer}.
 *
 * <p>Uses: {@code api.contract}, {@code platform.config}, {@code platform.error}, {@code
 * platform.seal}.
 */
@NullMarked
package dev.belfry.monitoring.heartbeat;

import org.jspecify.annotations.NullMarked;
