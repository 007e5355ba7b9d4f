/**
 * API keys and callers: issuing, verifying, revoking. Start at {@link dev.belfry.auth.KeyVerifier}.
 * May import {@code error} and {@code db}.
 */
@NullMarked
package dev.belfry.auth;

import org.jspecify.annotations.NullMarked;
