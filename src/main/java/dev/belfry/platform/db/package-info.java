/**
 * Postgres: connections, transactions, batched statements, the heartbeat, migrations and the
 * embedded server. Start at {@link dev.belfry.platform.db.Database}. May import {@code config} and
 * {@code error}.
 */
@NullMarked
package dev.belfry.platform.db;

import org.jspecify.annotations.NullMarked;
