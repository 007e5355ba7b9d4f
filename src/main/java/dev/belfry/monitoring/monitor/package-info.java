/**
 * URL monitors, and checks of any type where they are listed, read and deleted. Start at {@link
 * dev.belfry.monitoring.monitor.MonitorOperations}. May import the kernels, {@code check}, {@code
 * group}, {@code location} and {@code channel}.
 */
@NullMarked
package dev.belfry.monitoring.monitor;

import org.jspecify.annotations.NullMarked;
