/**
 * Variables of accounts, and what a template of a check sees of them and of its group's. Start at
 * {@link dev.belfry.monitoring.variable.CheckVariables}. May import the kernels and {@code group}.
 */
@NullMarked
package dev.belfry.monitoring.variable;

import org.jspecify.annotations.NullMarked;
