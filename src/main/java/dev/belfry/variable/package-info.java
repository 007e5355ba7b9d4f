/**
 * Variables of accounts, and what a template of a check sees of them and of its group's. Start at
 * {@link dev.belfry.variable.CheckVariables}. May import the kernels and {@code group}.
 */
@NullMarked
package dev.belfry.variable;

import org.jspecify.annotations.NullMarked;
