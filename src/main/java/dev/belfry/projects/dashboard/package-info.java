/**
 * Dashboards of projects. Belfry stores them and does not show them.
 *
 * <p>Start at {@link dev.belfry.projects.dashboard.DashboardResource}.
 *
 * <p>Uses: {@code api.resource}, {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.projects.dashboard;

import org.jspecify.annotations.NullMarked;
