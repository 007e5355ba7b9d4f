/**
 * Check groups. Start at {@link dev.belfry.monitoring.group.GroupOperations}; other features use
 * {@link dev.belfry.monitoring.group.GroupLookup}. May import the kernels, {@code check}, {@code
 * location} and {@code channel}.
 */
@NullMarked
package dev.belfry.monitoring.group;

import org.jspecify.annotations.NullMarked;
