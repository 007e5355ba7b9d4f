/**
 * Checks of every type that is run: what their bodies must be, and how they are stored.
 *
 * <p>Start at {@link dev.belfry.monitoring.monitor.MonitorOperations}.
 *
 * <p>Uses: {@code api.auth}, {@code api.contract}, {@code api.http}, {@code api.resource}, {@code
 * monitoring.assertion}, {@code monitoring.channel}, {@code monitoring.check}, {@code
 * monitoring.dependency}, {@code monitoring.group}, {@code monitoring.heartbeat}, {@code
 * monitoring.location}, {@code platform.db}, {@code platform.error}, {@code platform.seal}, {@code
 * platform.template}.
 */
@NullMarked
package dev.belfry.monitoring.monitor;

import org.jspecify.annotations.NullMarked;
