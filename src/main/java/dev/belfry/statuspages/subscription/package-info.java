/**
 * Subscribers of status pages: who is told about an incident, and the links that confirm and end a
 * subscription.
 *
 * <p>Start at {@link dev.belfry.statuspages.subscription.SubscriptionOperations}, {@link
 * dev.belfry.statuspages.subscription.Announcements} and {@link
 * dev.belfry.statuspages.subscription.AnnouncementWorker}.
 *
 * <p>Uses: {@code api.contract}, {@code api.http}, {@code monitoring.check}, {@code
 * platform.cluster}, {@code platform.config}, {@code platform.db}, {@code platform.error}, {@code
 * platform.outbox}, {@code platform.seal}, {@code platform.template}, {@code statuspages.domain},
 * {@code statuspages.page}.
 */
@NullMarked
package dev.belfry.statuspages.subscription;

import org.jspecify.annotations.NullMarked;
