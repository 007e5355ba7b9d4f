/**
 * Completes the requests of API checks before they are sent: defaults of the group, variables and
 * passwords. What results may not show is known from here on.
 *
 * <p>Start at {@link dev.belfry.engine.request.RequestCompletion}.
 *
 * <p>Uses: {@code engine.probe}, {@code engine.probe.http}, {@code monitoring.certificate}, {@code
 * monitoring.channel}, {@code monitoring.check}, {@code monitoring.group}, {@code
 * monitoring.monitor}, {@code monitoring.variable}, {@code platform.db}, {@code platform.seal},
 * {@code platform.template}, {@code platform.trace}.
 */
@NullMarked
package dev.belfry.engine.request;

import org.jspecify.annotations.NullMarked;
