/**
 * Deploys of projects: plans the changes from a manifest and makes them in one transaction.
 *
 * <p>Start at {@link dev.belfry.projects.deploy.Deployments} and {@link
 * dev.belfry.projects.deploy.Manifest}.
 *
 * <p>Uses: {@code api.http}, {@code api.resource}, {@code platform.db}, {@code platform.error},
 * {@code platform.seal}.
 */
@NullMarked
package dev.belfry.projects.deploy;

import org.jspecify.annotations.NullMarked;
