/**
 * Belfry: {@link dev.belfry.Main} is the process entry. Each folder is a room, from the ground up:
 * {@code platform}, {@code api}, {@code monitoring}, {@code statuspages}, {@code alerting}, {@code
 * engine}; {@code projects} and {@code account} stand beside them on {@code monitoring}; {@code
 * app} builds them all.
 *
 * <p>Uses: {@code app}.
 */
@NullMarked
package dev.belfry;

import org.jspecify.annotations.NullMarked;
