/**
 * When a series runs: versions of its schedule, what is caught up on, the timer wheel. Start at
 * {@link dev.belfry.engine.run.schedule.ScheduleVersion}.
 */
@NullMarked
package dev.belfry.engine.run.schedule;

import org.jspecify.annotations.NullMarked;
