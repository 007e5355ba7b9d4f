/**
 * Custom domains of status pages: which may be used, how an account proves one, and who has it.
 *
 * <p>Start at {@link dev.belfry.statuspages.domain.DomainPolicy} and {@link
 * dev.belfry.statuspages.domain.DomainVerifier}.
 *
 * <p>Uses: {@code platform.config}, {@code platform.db}, {@code platform.guard}, {@code
 * platform.seal}.
 */
@NullMarked
package dev.belfry.statuspages.domain;

import org.jspecify.annotations.NullMarked;
