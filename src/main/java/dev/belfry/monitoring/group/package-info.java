/**
 * Check groups.
 *
 * <p>Start at {@link dev.belfry.monitoring.group.GroupOperations} and {@link
 * dev.belfry.monitoring.group.GroupLookup}.
 *
 * <p>Uses: {@code api.contract}, {@code api.http}, {@code api.resource}, {@code
 * monitoring.channel}, {@code monitoring.check}, {@code monitoring.dependency}, {@code
 * monitoring.location}, {@code platform.db}, {@code platform.error}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.monitoring.group;

import org.jspecify.annotations.NullMarked;
