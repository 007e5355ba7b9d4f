/**
 * Decides which outside addresses Belfry may dial, against server-side request forgery (SSRF).
 *
 * <p>Start at {@link dev.belfry.platform.guard.TargetGuard}.
 *
 * <p>Uses: no other package of Belfry.
 */
@NullMarked
package dev.belfry.platform.guard;

import org.jspecify.annotations.NullMarked;
