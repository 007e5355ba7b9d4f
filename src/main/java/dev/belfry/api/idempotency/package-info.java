/**
 * Makes a request that is sent several times with one {@code Idempotency-Key} take effect once
 * (draft-ietf-httpapi-idempotency-key-header).
 *
 * <p>Start at {@link dev.belfry.api.idempotency.Idempotency}.
 *
 * <p>Uses: {@code platform.db}, {@code platform.error}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.api.idempotency;

import org.jspecify.annotations.NullMarked;
