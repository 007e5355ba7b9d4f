/**
 * On-call schedules: calendars that are read from an iCal address or rotations of members, the
 * shifts in them, and who is on call.
 *
 * <p>Start at {@link dev.belfry.alerting.oncall.OnCallOperations} and {@link
 * dev.belfry.alerting.oncall.OnCallJob}.
 *
 * <p>Uses: {@code alerting.alert}, {@code alerting.delivery}, {@code api.contract}, {@code
 * api.http}, {@code monitoring.channel}, {@code monitoring.check}, {@code platform.config}, {@code
 * platform.db}, {@code platform.error}, {@code platform.guard}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.alerting.oncall;

import org.jspecify.annotations.NullMarked;
