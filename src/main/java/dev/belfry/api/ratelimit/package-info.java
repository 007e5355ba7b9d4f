/**
 * The rate limit of each key, exact over all instances: an arbiter grants tokens in blocks, and
 * event loops spend them from shared data.
 *
 * <p>Start at {@link dev.belfry.api.ratelimit.RateLimiter}.
 *
 * <p>Uses: {@code platform.db}.
 */
@NullMarked
package dev.belfry.api.ratelimit;

import org.jspecify.annotations.NullMarked;
