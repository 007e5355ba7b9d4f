/**
 * The one error table and what is thrown to reach it. Start at {@link
 * dev.belfry.platform.error.ApiError}. Knows no other package of ours.
 */
@NullMarked
package dev.belfry.platform.error;

import org.jspecify.annotations.NullMarked;
