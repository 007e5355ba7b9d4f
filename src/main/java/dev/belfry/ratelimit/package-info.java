/**
 * The rate limit for each key: the bucket as arithmetic, and the buckets in shared data. Start at
 * {@link dev.belfry.ratelimit.RateLimiter}. Knows no other package of ours.
 */
@NullMarked
package dev.belfry.ratelimit;

import org.jspecify.annotations.NullMarked;
