package dev.belfry.platform.db;

/**
 * What a row holds, and which version of the row that is: so a later statement can tell whether it
 * is still the same.
 *
 * @param version the row's {@code xmin}, as text
 */
public record Versioned<T>(T value, String version) {}
