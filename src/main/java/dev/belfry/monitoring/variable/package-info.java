/**
 * Variables of an account, and those that the templates of a check see.
 *
 * <p>Start at {@link dev.belfry.monitoring.variable.VariableOperations} and {@link
 * dev.belfry.monitoring.variable.CheckVariables}.
 *
 * <p>Uses: {@code api.contract}, {@code api.http}, {@code monitoring.check}, {@code
 * monitoring.group}, {@code monitoring.monitor}, {@code platform.db}, {@code platform.error},
 * {@code platform.seal}.
 */
@NullMarked
package dev.belfry.monitoring.variable;

import org.jspecify.annotations.NullMarked;
