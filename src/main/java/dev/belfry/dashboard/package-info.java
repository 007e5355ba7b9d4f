/**
 * Dashboards of projects, which are kept but not shown. Start at {@link
 * dev.belfry.dashboard.DashboardKind}. May import the kernels.
 */
@NullMarked
package dev.belfry.dashboard;

import org.jspecify.annotations.NullMarked;
