/**
 * Typed configuration from defaults, a YAML file and the environment. Start at {@link
 * dev.belfry.config.ConfigLoader}. May import {@code guard}.
 */
@NullMarked
package dev.belfry.config;

import org.jspecify.annotations.NullMarked;
