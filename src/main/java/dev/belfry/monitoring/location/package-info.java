/**
 * Places checks run from: the list of public ones, and private ones with their keys. Start at
 * {@link dev.belfry.monitoring.location.LocationOperations}. May import the kernels.
 */
@NullMarked
package dev.belfry.monitoring.location;

import org.jspecify.annotations.NullMarked;
