/**
 * Locations that checks run from: the public ones, and private ones with their keys.
 *
 * <p>Start at {@link dev.belfry.monitoring.location.LocationOperations}.
 *
 * <p>Uses: {@code api.auth}, {@code api.contract}, {@code api.http}, {@code api.resource}, {@code
 * platform.config}, {@code platform.db}, {@code platform.error}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.monitoring.location;

import org.jspecify.annotations.NullMarked;
