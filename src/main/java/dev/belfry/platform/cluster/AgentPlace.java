package dev.belfry.platform.cluster;

import java.util.UUID;

/**
 * The private location that a key opens.
 *
 * @param key id of the key
 * @param account that owns the location
 * @param location id of the location
 * @param name the account's id, a slash and the slug, which is what shards are of
 */
public record AgentPlace(UUID key, UUID account, UUID location, String name) {}
