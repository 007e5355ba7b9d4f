/**
 * When a series runs: versions of its schedule, what to catch up on, and the timer wheel.
 *
 * <p>Start at {@link dev.belfry.engine.run.schedule.ScheduleVersion}.
 *
 * <p>Uses: no other package of Belfry.
 */
@NullMarked
package dev.belfry.engine.run.schedule;

import org.jspecify.annotations.NullMarked;
