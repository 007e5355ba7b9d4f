/**
 * The one table of API errors and the exception that leads to it.
 *
 * <p>Start at {@link dev.belfry.platform.error.ApiError}.
 *
 * <p>Uses: no other package of Belfry.
 */
@NullMarked
package dev.belfry.platform.error;

import org.jspecify.annotations.NullMarked;
