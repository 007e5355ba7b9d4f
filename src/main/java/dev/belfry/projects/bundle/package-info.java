/**
 * Code bundles that command lines send along. Start at {@link
 * dev.belfry.projects.bundle.BundleOperations}. May import the kernels.
 */
@NullMarked
package dev.belfry.projects.bundle;

import org.jspecify.annotations.NullMarked;
