package dev.belfry.platform.db;

/**
 * Requests that may share a transaction. Statements of different kinds lock rows in different
 * orders.
 *
 * @param name the operation, with whatever else tells kinds apart
 * @param isolation of their transaction. With {@code REPEATABLE_READ} no row is changed for two
 *     requests: each depends on what it has read
 */
public record SharedKind(String name, Isolation isolation) {}
