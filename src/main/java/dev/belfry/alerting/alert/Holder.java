package dev.belfry.alerting.alert;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A failing check or group that holds the alerts of those that depend on it.
 *
 * @param checkId null for a group
 * @param groupId null for a check
 * @param name at the time
 */
record Holder(@Nullable UUID checkId, @Nullable Long groupId, String name) {}
