/**
 * The account's API keys as resources: listed, made and revoked by whoever holds one. Start at
 * {@link dev.belfry.account.key.KeyOperations}; how keys are signed and verified is {@code auth}'s.
 */
@NullMarked
package dev.belfry.account.key;

import org.jspecify.annotations.NullMarked;
