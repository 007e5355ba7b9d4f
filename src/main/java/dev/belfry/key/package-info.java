/**
 * The account's API keys as resources: listed, made and revoked by whoever holds one. Start at
 * {@link dev.belfry.key.KeyOperations}; how keys are signed and verified is {@code auth}'s.
 */
@NullMarked
package dev.belfry.key;

import org.jspecify.annotations.NullMarked;
