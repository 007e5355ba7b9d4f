/**
 * Requests that take effect once however often they are sent: {@code Idempotency-Key}
 * (draft-ietf-httpapi-idempotency-key-header). Start at {@link
 * dev.belfry.api.idempotency.Idempotency}. May import {@code db}, {@code seal} and {@code error}.
 */
@NullMarked
package dev.belfry.api.idempotency;

import org.jspecify.annotations.NullMarked;
