/**
 * Draws badges: small SVG pictures with a name and a state.
 *
 * <p>Start at {@link dev.belfry.api.badge.BadgeSvg}.
 *
 * <p>Uses: no other package of Belfry.
 */
@NullMarked
package dev.belfry.api.badge;

import org.jspecify.annotations.NullMarked;
