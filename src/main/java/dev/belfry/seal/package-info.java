/**
 * Secrets as they lie in the database: sealed with a key that does not.
 *
 * <p>Start here: {@link dev.belfry.seal.Sealer}.
 *
 * <p>May import: config.
 */
@NullMarked
package dev.belfry.seal;

import org.jspecify.annotations.NullMarked;
