/**
 * The subcommands of the jar.
 *
 * <p>Start at {@link dev.belfry.app.cli.BelfryCommand}.
 *
 * <p>Uses: {@code app}, {@code app.logging}, {@code account}, {@code api}, {@code engine}, {@code
 * platform}, {@code projects}, {@code statuspages}.
 */
@NullMarked
package dev.belfry.app.cli;

import org.jspecify.annotations.NullMarked;
