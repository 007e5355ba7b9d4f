/**
 * API keys and callers: issuing, verifying, revoking. Start at {@link
 * dev.belfry.api.auth.KeyVerifier}. May import {@code error} and {@code db}.
 */
@NullMarked
package dev.belfry.api.auth;

import org.jspecify.annotations.NullMarked;
