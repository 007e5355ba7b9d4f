/**
 * Resources as a project describes them: what a feature must know to take part in a deploy. Start
 * at {@link dev.belfry.api.resource.DeployableResource}. A kernel: imports no feature.
 */
@NullMarked
package dev.belfry.api.resource;

import org.jspecify.annotations.NullMarked;
