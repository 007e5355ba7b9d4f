/**
 * Tells callers that something of their account has changed, as it happens. Start at {@link
 * dev.belfry.account.event.EventOperations}.
 */
@NullMarked
package dev.belfry.account.event;

import org.jspecify.annotations.NullMarked;
