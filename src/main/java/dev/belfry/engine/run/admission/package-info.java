/**
 * Learns how much an instance can do, and chooses which runs it leaves out beyond that.
 *
 * <p>Start at {@link dev.belfry.engine.run.admission.AdmissionRate}.
 *
 * <p>Uses: no other package of Belfry.
 */
@NullMarked
package dev.belfry.engine.run.admission;

import org.jspecify.annotations.NullMarked;
