/**
 * API keys and their callers: how a key is signed, verified and revoked.
 *
 * <p>Start at {@link dev.belfry.api.auth.KeyVerifier}.
 *
 * <p>Uses: {@code platform.config}, {@code platform.error}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.api.auth;

import org.jspecify.annotations.NullMarked;
