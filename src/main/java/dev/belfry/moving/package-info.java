/**
 * Moving in from other monitoring tools: their configurations read into a project file of ours.
 * Start at {@link dev.belfry.moving.UptimeKuma} and {@link dev.belfry.moving.Gatus}. Pure; imports
 * no other package of ours.
 */
@NullMarked
package dev.belfry.moving;

import org.jspecify.annotations.NullMarked;
