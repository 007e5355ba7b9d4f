package dev.belfry.projects.deploy;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Options of a deploy.
 *
 * @param dryRun whether to say what would be done and do nothing
 * @param preserveResources whether what the project has no longer stays in the service
 * @param runChecks whether checks that are new or changed run at once
 * @param plan the dry run whose plan must still hold, null to do whatever is due
 */
public record DeployOptions(
    boolean dryRun, boolean preserveResources, boolean runChecks, @Nullable UUID plan) {}
