package dev.belfry.account.people;

import dev.belfry.api.auth.Role;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A person as a provider has proved it.
 *
 * @param issuer of the provider
 * @param subject by which it knows the person
 * @param email that it has verified, in lower case as stored; null for none
 * @param name of a person who is new, perhaps empty
 * @param roles that its claims give, by account
 */
public record ProvenIdentity(
    String issuer, String subject, @Nullable String email, String name, Map<UUID, Role> roles) {
  private static final int LONGEST_NAME = 255;

  public ProvenIdentity {
    roles = Map.copyOf(roles);
    email = email == null ? null : EmailAddress.of(email).orElse(null);
    name = name.strip().replace('\u0000', ' ');
    name = name.substring(0, Math.min(name.length(), LONGEST_NAME));
  }
}
