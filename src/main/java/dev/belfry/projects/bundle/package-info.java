/**
 * Code bundles that command lines upload before a deploy.
 *
 * <p>Start at {@link dev.belfry.projects.bundle.BundleOperations}.
 *
 * <p>Uses: {@code api.http}, {@code platform.db}.
 */
@NullMarked
package dev.belfry.projects.bundle;

import org.jspecify.annotations.NullMarked;
