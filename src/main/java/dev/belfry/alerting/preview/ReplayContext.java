package dev.belfry.alerting.preview;

import org.jspecify.annotations.Nullable;

/**
 * What surrounds the replay of a check under one policy.
 *
 * @param parents what the check depends on
 * @param history learns how the check is, null for one that no other check depends on
 */
record ReplayContext(ReplayedParents parents, @Nullable ParentHistory history) {}
