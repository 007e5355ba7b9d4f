/**
 * Typed configuration from defaults, a YAML file and the environment.
 *
 * <p>Start at {@link dev.belfry.platform.config.ConfigLoader}.
 *
 * <p>Uses: {@code platform.guard}.
 */
@NullMarked
package dev.belfry.platform.config;

import org.jspecify.annotations.NullMarked;
