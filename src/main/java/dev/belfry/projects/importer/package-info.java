/**
 * Moving in from other monitoring tools: their configurations read into a project file of ours.
 * Start at {@link dev.belfry.projects.importer.UptimeKuma} and {@link
 * dev.belfry.projects.importer.Gatus}. Pure; imports no other package of ours.
 */
@NullMarked
package dev.belfry.projects.importer;

import org.jspecify.annotations.NullMarked;
