/**
 * Builds the service and runs it: every object by hand, in order. Start at {@link
 * dev.belfry.app.App}.
 */
@NullMarked
package dev.belfry.app;

import org.jspecify.annotations.NullMarked;
