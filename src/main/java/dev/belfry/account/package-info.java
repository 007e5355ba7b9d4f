/**
 * Accounts. Start at {@link dev.belfry.account.AccountOperations}. May import the kernels and
 * {@code check}.
 */
@NullMarked
package dev.belfry.account;

import org.jspecify.annotations.NullMarked;
