/**
 * Places checks run from: the list of public ones, and private ones with their keys. Start at
 * {@link dev.belfry.location.LocationOperations}. May import the kernels.
 */
@NullMarked
package dev.belfry.location;

import org.jspecify.annotations.NullMarked;
