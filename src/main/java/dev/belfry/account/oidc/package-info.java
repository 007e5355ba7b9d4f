/**
 * OpenID Connect: how browsers are sent to a provider, and how the person who comes back is proved.
 *
 * <p>Start at {@link dev.belfry.account.oidc.OidcProvider}.
 *
 * <p>Uses: {@code account.people}, {@code api.auth}, {@code platform.config}, {@code
 * platform.seal}.
 */
@NullMarked
package dev.belfry.account.oidc;

import org.jspecify.annotations.NullMarked;
