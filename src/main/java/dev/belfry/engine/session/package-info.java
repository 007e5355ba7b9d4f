/**
 * Check sessions: checks that are asked to run now. Start at {@link
 * dev.belfry.engine.session.SessionOperations}. May import the kernels, {@code check} and {@code
 * result}.
 */
@NullMarked
package dev.belfry.engine.session;

import org.jspecify.annotations.NullMarked;
