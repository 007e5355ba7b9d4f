/**
 * API keys as resources: listed, created and revoked through the API. Package {@code api.auth}
 * signs and verifies them.
 *
 * <p>Start at {@link dev.belfry.account.key.KeyOperations}.
 *
 * <p>Uses: {@code api.auth}, {@code api.http}, {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.account.key;

import org.jspecify.annotations.NullMarked;
