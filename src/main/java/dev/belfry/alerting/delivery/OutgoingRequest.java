package dev.belfry.alerting.delivery;

import dev.belfry.platform.guard.Target;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to a receiver.
 *
 * @param headers by name; connection headers are ignored
 * @param body null without one
 */
record OutgoingRequest(
    Target target, String method, Map<String, String> headers, @Nullable String body) {}
