/**
 * One request from one place: what is asked, what came back, how long each phase took. Start at
 * {@link dev.belfry.engine.probe.Prober}. May import {@code check}, {@code config} and {@code
 * guard}.
 */
@NullMarked
package dev.belfry.engine.probe;

import org.jspecify.annotations.NullMarked;
