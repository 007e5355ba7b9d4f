/**
 * How the checks of an account do at a glance: a list for people that is searched, sorted and
 * counted by the database, and the job that keeps it and tells of changes. Start at {@link
 * dev.belfry.engine.overview.OverviewOperations}.
 */
@NullMarked
package dev.belfry.engine.overview;

import org.jspecify.annotations.NullMarked;
