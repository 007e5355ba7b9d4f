/**
 * The interface between deploys and the features whose resources a project can hold.
 *
 * <p>Start at {@link dev.belfry.api.resource.DeployableResource}.
 *
 * <p>Uses: {@code api.contract}, {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.api.resource;

import org.jspecify.annotations.NullMarked;
