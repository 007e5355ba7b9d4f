/** The subcommands of the jar. Start at {@link dev.belfry.app.cli.BelfryCommand}. */
@NullMarked
package dev.belfry.app.cli;

import org.jspecify.annotations.NullMarked;
