/**
 * What readers see of status pages: HTML pages, feeds and the Statuspage API, served from memory.
 *
 * <p>Start at {@link dev.belfry.statuspages.publicsite.SiteOperations} and {@link
 * dev.belfry.statuspages.publicsite.SiteCache}.
 *
 * <p>Uses: {@code api.auth}, {@code api.badge}, {@code api.contract}, {@code api.http}, {@code
 * monitoring.check}, {@code platform.config}, {@code platform.db}, {@code platform.error}, {@code
 * platform.seal}, {@code statuspages.domain}, {@code statuspages.incident}, {@code
 * statuspages.page}, {@code statuspages.subscription}.
 */
@NullMarked
package dev.belfry.statuspages.publicsite;

import org.jspecify.annotations.NullMarked;
