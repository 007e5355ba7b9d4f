/**
 * Accounts. Start at {@link dev.belfry.account.profile.AccountOperations}. May import the kernels
 * and {@code check}.
 */
@NullMarked
package dev.belfry.account.profile;

import org.jspecify.annotations.NullMarked;
