/**
 * Server-sent events: tells clients which resources of their account have just changed.
 *
 * <p>Start at {@link dev.belfry.account.event.EventOperations}.
 *
 * <p>Uses: {@code api.auth}, {@code api.http}, {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.account.event;

import org.jspecify.annotations.NullMarked;
