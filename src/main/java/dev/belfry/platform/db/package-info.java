/**
 * Postgres: connections, transactions, batches, notifications and the heartbeat.
 *
 * <p>Start at {@link dev.belfry.platform.db.Database}.
 *
 * <p>Uses: {@code platform.config}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.platform.db;

import org.jspecify.annotations.NullMarked;
