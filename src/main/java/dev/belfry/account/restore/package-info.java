/**
 * Lists what was deleted and restores it. Database triggers keep the rows in the transaction that
 * deletes them; this package reads them, puts them back and drops those that are too old.
 *
 * <p>Start at {@link dev.belfry.account.restore.DeletedResourceOperations}.
 *
 * <p>Uses: {@code account.audit}, {@code api.http}, {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.account.restore;

import org.jspecify.annotations.NullMarked;
