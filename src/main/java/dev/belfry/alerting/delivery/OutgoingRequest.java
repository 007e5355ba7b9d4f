package dev.belfry.alerting.delivery;

import dev.belfry.platform.guard.Target;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to a receiver.
 *
 * @param headers by name; those that only the connection may set are ignored
 * @param body null = none
 */
record OutgoingRequest(
    Target target, String method, Map<String, String> headers, @Nullable String body) {}
