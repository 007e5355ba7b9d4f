/**
 * Previews of alert settings: what a changed policy would have raised, from stored results.
 *
 * <p>Start at {@link dev.belfry.alerting.preview.PreviewOperations} and {@link
 * dev.belfry.alerting.preview.Replay}.
 *
 * <p>Uses: {@code alerting.alert}, {@code alerting.grouping}, {@code api.contract}, {@code
 * api.http}, {@code monitoring.channel}, {@code monitoring.check}, {@code monitoring.dependency},
 * {@code monitoring.maintenance}, {@code platform.db}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.alerting.preview;

import org.jspecify.annotations.NullMarked;
