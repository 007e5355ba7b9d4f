/**
 * Secrets as they lie in the database: sealed with a key that does not.
 *
 * <p>Start here: {@link dev.belfry.platform.seal.Sealer}.
 *
 * <p>May import: config.
 */
@NullMarked
package dev.belfry.platform.seal;

import org.jspecify.annotations.NullMarked;
