/**
 * Templates that people write for messages, rendered within bounds. Start at {@link
 * dev.belfry.platform.template.MessageTemplate}. Knows no feature; imports nothing of ours.
 */
@NullMarked
package dev.belfry.platform.template;

import org.jspecify.annotations.NullMarked;
