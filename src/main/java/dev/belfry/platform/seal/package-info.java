/**
 * Seals secrets before they are stored in the database, and unseals them for use.
 *
 * <p>Start at {@link dev.belfry.platform.seal.Sealer}.
 *
 * <p>Uses: {@code platform.config}.
 */
@NullMarked
package dev.belfry.platform.seal;

import org.jspecify.annotations.NullMarked;
