/**
 * Several instances as one service behind a real balancer: its configuration, and what becomes of
 * requests, runs and alerts while instances are killed, paused, cut off and replaced. Start at
 * {@link dev.belfry.fleet.Fleet}. May import everything.
 */
@NullMarked
package dev.belfry.fleet;

import org.jspecify.annotations.NullMarked;
