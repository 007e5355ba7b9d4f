/**
 * Tells callers that something of their account has changed, as it happens. Start at {@link
 * dev.belfry.event.EventOperations}.
 */
@NullMarked
package dev.belfry.event;

import org.jspecify.annotations.NullMarked;
