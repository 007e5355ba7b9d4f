/**
 * Trigger URLs: runs of a check or a group for programs without an API key.
 *
 * <p>Start at {@link dev.belfry.engine.trigger.TriggerOperations}.
 *
 * <p>Uses: {@code api.auth}, {@code api.http}, {@code api.ratelimit}, {@code engine.session},
 * {@code platform.config}, {@code platform.db}, {@code platform.error}, {@code platform.seal}.
 */
@NullMarked
package dev.belfry.engine.trigger;

import org.jspecify.annotations.NullMarked;
