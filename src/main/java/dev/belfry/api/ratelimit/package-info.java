/**
 * The rate limit for each key, exact over all instances: tokens come from an arbiter in blocks and
 * are spent from shared data. Start at {@link dev.belfry.api.ratelimit.RateLimiter}. May import
 * {@code db}.
 */
@NullMarked
package dev.belfry.api.ratelimit;

import org.jspecify.annotations.NullMarked;
