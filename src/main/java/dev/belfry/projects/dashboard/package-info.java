/**
 * Dashboards of projects, which are kept but not shown. Start at {@link
 * dev.belfry.projects.dashboard.DashboardResource}. May import the kernels.
 */
@NullMarked
package dev.belfry.projects.dashboard;

import org.jspecify.annotations.NullMarked;
