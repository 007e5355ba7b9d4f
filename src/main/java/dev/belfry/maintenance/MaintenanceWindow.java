package dev.belfry.maintenance;

import org.jspecify.annotations.Nullable;

/** A window as it was asked for, with every default filled in. */
record MaintenanceWindow(
    String name, @Nullable String description, RecurrencePlan plan, Scope scope) {}
