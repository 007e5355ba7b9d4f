/**
 * The Postgres server that Belfry starts on a directory of its own. Start at {@link
 * dev.belfry.platform.db.embedded.EmbeddedServer}.
 */
@NullMarked
package dev.belfry.platform.db.embedded;

import org.jspecify.annotations.NullMarked;
