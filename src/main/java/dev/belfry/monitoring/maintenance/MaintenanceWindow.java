package dev.belfry.monitoring.maintenance;

import org.jspecify.annotations.Nullable;

/**
 * A window as it was asked for, with every default filled in.
 *
 * @param visibility what readers of status pages are told
 */
record MaintenanceWindow(
    String name,
    @Nullable String description,
    RecurrencePlan plan,
    WindowScope scope,
    Visibility visibility) {}
