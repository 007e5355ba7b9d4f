/**
 * Code bundles that command lines send along. Start at {@link dev.belfry.bundle.BundleOperations}.
 * May import the kernels.
 */
@NullMarked
package dev.belfry.bundle;

import org.jspecify.annotations.NullMarked;
