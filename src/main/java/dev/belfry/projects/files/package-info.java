/**
 * Projects in files: reads YAML or JSON into a manifest whose values know their file and line, and
 * writes it back.
 *
 * <p>Start at {@link dev.belfry.projects.files.ProjectFiles}.
 *
 * <p>Uses: {@code api.contract}, {@code api.resource}, {@code monitoring.check}, {@code
 * platform.config}, {@code platform.db}, {@code platform.error}, {@code projects.deploy}.
 */
@NullMarked
package dev.belfry.projects.files;

import org.jspecify.annotations.NullMarked;
