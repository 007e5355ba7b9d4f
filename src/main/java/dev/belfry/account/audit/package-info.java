/**
 * Who changed what: the audit log as the API shows it, and its partitions. Entries are written by
 * triggers of the database (migration 10), in the transaction of the change.
 *
 * <p>Start here: {@link dev.belfry.account.audit.AuditOperations}.
 *
 * <p>May import: config, db, error, http.
 */
@NullMarked
package dev.belfry.account.audit;

import org.jspecify.annotations.NullMarked;
