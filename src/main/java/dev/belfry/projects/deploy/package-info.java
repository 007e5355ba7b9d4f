/**
 * Projects: what people describe in code or files is compared with what is there and written as
 * one. Start at {@link dev.belfry.projects.deploy.Manifest}. Knows resources only through {@code
 * resource}.
 */
@NullMarked
package dev.belfry.projects.deploy;

import org.jspecify.annotations.NullMarked;
