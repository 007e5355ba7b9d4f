package dev.belfry.platform.config;

import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The provider over which persons sign in (OpenID Connect Core 1.0).
 *
 * @param issuer the provider's address, without a slash at the end
 * @param clientId by which the provider knows this installation
 * @param clientSecret null for a public client
 * @param name that the sign-in page shows
 * @param scopes to ask for, {@code openid} among them
 * @param rolesClaim the claim that gives roles, perhaps a path with dots; null = none does
 * @param roles what its values give
 */
public record OidcConfig(
    URI issuer,
    String clientId,
    @Nullable Secret clientSecret,
    String name,
    List<String> scopes,
    @Nullable String rolesClaim,
    List<ClaimRole> roles) {
  public OidcConfig {
    scopes = List.copyOf(scopes);
    roles = List.copyOf(roles);
  }

  /**
   * The role that a value of the claim gives.
   *
   * @param role viewer, responder, editor, admin or owner
   */
  public record ClaimRole(String value, String role, UUID account) {}
}
