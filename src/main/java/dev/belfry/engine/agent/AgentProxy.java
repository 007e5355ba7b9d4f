package dev.belfry.engine.agent;

import dev.belfry.platform.config.Secret;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP proxy on the way to the service. The agent asks it for a tunnel, so it sees neither the
 * key nor what is sent when the service has an https address.
 *
 * @param user for its basic authentication, null for none
 * @param password of the user, null for none
 */
public record AgentProxy(String host, int port, @Nullable String user, @Nullable Secret password) {}
