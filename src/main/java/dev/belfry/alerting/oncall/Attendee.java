package dev.belfry.alerting.oncall;

import org.jspecify.annotations.Nullable;

/**
 * A person whom an event invites.
 *
 * @param email null when the address is none of e-mail
 */
record Attendee(String name, @Nullable String email) {}
