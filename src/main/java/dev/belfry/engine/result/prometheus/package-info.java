/**
 * The checks of an account as Prometheus metrics, under the names that existing dashboards use, and
 * its objectives.
 *
 * <p>Start at {@link dev.belfry.engine.result.prometheus.PrometheusOperations}.
 *
 * <p>Uses: {@code api.http}, {@code engine.objective}, {@code engine.result}, {@code
 * monitoring.check}, {@code monitoring.heartbeat}, {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.engine.result.prometheus;

import org.jspecify.annotations.NullMarked;
