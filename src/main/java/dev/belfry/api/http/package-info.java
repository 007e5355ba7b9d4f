/**
 * Serves the API: what happens to a request before and after its operation, the registry of
 * operations, and the management server.
 *
 * <p>Start at {@link dev.belfry.api.http.OperationHandler}.
 *
 * <p>Uses: {@code api.auth}, {@code api.contract}, {@code api.idempotency}, {@code api.ratelimit},
 * {@code platform.config}, {@code platform.db}, {@code platform.error}, {@code platform.guard},
 * {@code platform.seal}.
 */
@NullMarked
package dev.belfry.api.http;

import org.jspecify.annotations.NullMarked;
