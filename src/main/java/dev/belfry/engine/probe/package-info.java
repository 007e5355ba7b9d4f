/**
 * Probes targets from this instance and measures each phase: what all types of checks share.
 *
 * <p>A type of check is one sub-package with two public classes and a line in {@code
 * NetworkProber}:
 *
 * <ul>
 *   <li>An execution extends {@link dev.belfry.engine.probe.ProbeExecution}: {@code begin} looks
 *       the host up, {@code onResolved} opens a channel, {@code enter} begins each {@link
 *       dev.belfry.engine.probe.Phase}, {@code finish} ends the probe, {@code release} closes the
 *       channel. Over TCP the channel is a {@link dev.belfry.engine.probe.ProbeConnection}; others,
 *       such as UDP, register a channel of their own with the event loop.
 *   <li>An answer, a record, implements {@link dev.belfry.engine.probe.ProbeAnswer}: the values
 *       that assertions look at, what it fails for without assertions, and its part of the detail
 *       of a result.
 * </ul>
 *
 * <p>The request itself is a record in {@code monitoring.check}. Work that takes long belongs on no
 * event loop; assertions are evaluated elsewhere.
 *
 * <p>Start at {@link dev.belfry.engine.probe.Prober}.
 *
 * <p>Uses: {@code monitoring.assertion}, {@code monitoring.certificate}, {@code monitoring.check},
 * {@code platform.config}, {@code platform.guard}, {@code platform.trace}.
 */
@NullMarked
package dev.belfry.engine.probe;

import org.jspecify.annotations.NullMarked;
