/**
 * The Postgres server that Belfry starts by itself, on a kept data directory.
 *
 * <p>Start at {@link dev.belfry.platform.db.embedded.EmbeddedServer}.
 *
 * <p>Uses: {@code platform.config}, {@code platform.db}.
 */
@NullMarked
package dev.belfry.platform.db.embedded;

import org.jspecify.annotations.NullMarked;
