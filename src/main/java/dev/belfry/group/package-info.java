/**
 * Check groups. Start at {@link dev.belfry.group.GroupOperations}; other features use {@link
 * dev.belfry.group.GroupLookup}. May import the kernels, {@code check}, {@code location} and {@code
 * channel}.
 */
@NullMarked
package dev.belfry.group;

import org.jspecify.annotations.NullMarked;
