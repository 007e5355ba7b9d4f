/**
 * Message templates that people write, rendered within bounds.
 *
 * <p>Start at {@link dev.belfry.platform.template.MessageTemplate}.
 *
 * <p>Uses: no other package of Belfry.
 */
@NullMarked
package dev.belfry.platform.template;

import org.jspecify.annotations.NullMarked;
