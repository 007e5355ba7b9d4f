package dev.belfry.api.auth;

import java.util.UUID;

/**
 * The person whose session a request uses.
 *
 * @param id of the person, the same in every account
 * @param role in the account of the session
 */
public record SignedInPerson(UUID id, Role role) {}
