package dev.belfry.account.people;

import dev.belfry.api.auth.Caller;
import java.time.Duration;

/**
 * A session that has just begun.
 *
 * @param caller what its token says
 * @param token for the cookie of the browser, never stored
 * @param life until it expires
 */
public record PersonSession(Caller caller, String token, Duration life) {}
