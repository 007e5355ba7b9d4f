/**
 * Groups the alerts of channels that ask for it: which alerts are one message, when it is sent and
 * what it says.
 *
 * <p>Start at {@link dev.belfry.alerting.grouping.AlertGroups} and {@link
 * dev.belfry.alerting.grouping.GroupEngine}.
 *
 * <p>Uses: {@code api.http}, {@code monitoring.channel}, {@code monitoring.check}, {@code
 * platform.db}, {@code platform.error}, {@code platform.template}.
 */
@NullMarked
package dev.belfry.alerting.grouping;

import org.jspecify.annotations.NullMarked;
