/**
 * What tests are built with. Start at {@link dev.belfry.testing.TestDatabase}. May import
 * everything.
 */
@NullMarked
package dev.belfry.testing;

import org.jspecify.annotations.NullMarked;
