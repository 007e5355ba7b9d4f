/**
 * Heartbeats: stores pings, finds the beats that are missing, and shows the events of a monitor.
 *
 * <p>Start at {@link dev.belfry.engine.heartbeat.Heartbeats}.
 *
 * <p>Uses: {@code alerting.alert}, {@code api.auth}, {@code api.http}, {@code api.ratelimit},
 * {@code monitoring.check}, {@code monitoring.heartbeat}, {@code platform.config}, {@code
 * platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.engine.heartbeat;

import org.jspecify.annotations.NullMarked;
