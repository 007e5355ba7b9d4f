/**
 * Check sessions: runs that a client asks for now.
 *
 * <p>Start at {@link dev.belfry.engine.session.SessionOperations}.
 *
 * <p>Uses: {@code api.http}, {@code monitoring.check}, {@code platform.cluster}, {@code
 * platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.engine.session;

import org.jspecify.annotations.NullMarked;
