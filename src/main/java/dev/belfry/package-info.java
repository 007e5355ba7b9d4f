/**
 * The process: {@link dev.belfry.Main} is the entry, {@link dev.belfry.app.App} builds every object
 * by hand, in order. May import everything; nothing imports it.
 */
@NullMarked
package dev.belfry;

import org.jspecify.annotations.NullMarked;
