/**
 * Typed configuration from defaults, a YAML file and the environment. Start at {@link
 * dev.belfry.platform.config.ConfigLoader}. May import {@code guard}.
 */
@NullMarked
package dev.belfry.platform.config;

import org.jspecify.annotations.NullMarked;
