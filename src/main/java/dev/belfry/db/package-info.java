/**
 * The database: the embedded server, migrations, and what else stands between us and Postgres.
 * Start at {@link dev.belfry.db.Migrations} and {@link dev.belfry.db.EmbeddedServer}. May import
 * {@code config} and {@code error}.
 */
@NullMarked
package dev.belfry.db;

import org.jspecify.annotations.NullMarked;
