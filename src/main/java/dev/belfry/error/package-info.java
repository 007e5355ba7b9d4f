/**
 * The one error table and what is thrown to reach it. Start at {@link dev.belfry.error.ApiError}.
 * Knows no other package of ours.
 */
@NullMarked
package dev.belfry.error;

import org.jspecify.annotations.NullMarked;
