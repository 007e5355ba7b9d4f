/**
 * Status pages, their cards, the services on them, and the keys of private pages.
 *
 * <p>Start at {@link dev.belfry.statuspages.page.StatusPageOperations}.
 *
 * <p>Uses: {@code api.auth}, {@code api.contract}, {@code api.http}, {@code api.resource}, {@code
 * monitoring.check}, {@code platform.db}, {@code platform.error}, {@code statuspages.domain}.
 */
@NullMarked
package dev.belfry.statuspages.page;

import org.jspecify.annotations.NullMarked;
