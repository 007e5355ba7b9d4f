/**
 * The audit log: who changed which resource, and how. Database triggers write the entries in the
 * transaction of the change; this package reads them and keeps their partitions.
 *
 * <p>Start at {@link dev.belfry.account.audit.AuditOperations}.
 *
 * <p>Uses: {@code api.http}, {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.account.audit;

import org.jspecify.annotations.NullMarked;
