/**
 * What checks and groups depend on: the member {@code dependsOn} of their bodies, and its rows.
 *
 * <p>Start at {@link dev.belfry.monitoring.dependency.Dependencies}.
 *
 * <p>Uses: {@code api.contract}, {@code api.http}, {@code api.resource}, {@code platform.db},
 * {@code platform.error}.
 */
@NullMarked
package dev.belfry.monitoring.dependency;

import org.jspecify.annotations.NullMarked;
