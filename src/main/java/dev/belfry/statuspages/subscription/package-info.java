/**
 * Subscribers of status pages: who is told of an incident, how, and the links that confirm and end
 * a subscription. Start at {@link dev.belfry.statuspages.subscription.Announcements}.
 */
@NullMarked
package dev.belfry.statuspages.subscription;

import org.jspecify.annotations.NullMarked;
