/**
 * Several instances as processes of their own on one database, killed and stopped at random while
 * they watch. Start at {@link dev.belfry.chaos.Chaos}. May import everything.
 */
@NullMarked
package dev.belfry.chaos;

import org.jspecify.annotations.NullMarked;
