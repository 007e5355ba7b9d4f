/**
 * Converts configurations of other monitoring tools into a project file.
 *
 * <p>Start at {@link dev.belfry.projects.importer.UptimeKuma} and {@link
 * dev.belfry.projects.importer.Gatus}.
 *
 * <p>Uses: {@code monitoring.check}.
 */
@NullMarked
package dev.belfry.projects.importer;

import org.jspecify.annotations.NullMarked;
