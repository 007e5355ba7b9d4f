package dev.belfry.account.people;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A person who signs in.
 *
 * @param email in lower case
 * @param passwordHash never leaves the service; null for a person without a password
 * @param account to work in, null when the person has none, or not the one asked for
 * @param timeZone IANA name, null when the person chose none
 * @param language BCP 47, null when the person chose none
 */
record PersonRow(
    UUID id,
    String email,
    String name,
    @Nullable String passwordHash,
    @Nullable UUID account,
    @Nullable String timeZone,
    @Nullable String language) {}
