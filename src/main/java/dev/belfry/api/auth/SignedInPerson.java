package dev.belfry.api.auth;

import java.util.UUID;

/**
 * The person whose session a request uses.
 *
 * @param id of the person, the same in every account
 * @param role in the account of the session
 * @param byProvider whether a provider of OpenID Connect proved the person, and not a password
 */
public record SignedInPerson(UUID id, Role role, boolean byProvider) {}
