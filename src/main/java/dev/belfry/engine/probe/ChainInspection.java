package dev.belfry.engine.probe;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with the chain of a server, each defect by itself.
 *
 * @param dates the first certificate has expired or is not valid yet; null when it is in force
 * @param trust the chain does not lead to a trusted issuer; null when it does
 * @param name the first certificate is for another name; null when it is for the one asked for
 */
public record ChainInspection(
    @Nullable Failure dates, @Nullable Failure trust, @Nullable Failure name) {}
