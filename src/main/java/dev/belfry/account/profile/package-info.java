/**
 * Accounts and their entitlements.
 *
 * <p>Start at {@link dev.belfry.account.profile.AccountOperations}.
 *
 * <p>Uses: {@code api.auth}, {@code api.http}, {@code monitoring.check}, {@code
 * monitoring.location}, {@code platform.config}, {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.account.profile;

import org.jspecify.annotations.NullMarked;
