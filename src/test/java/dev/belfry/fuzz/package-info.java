/**
 * Requests generated from the contract, sent to the whole service, and what must hold for every
 * answer. A number and a seed make a request again.
 *
 * <p>Start at {@link dev.belfry.fuzz.FuzzIT}. May import everything.
 */
@NullMarked
package dev.belfry.fuzz;

import org.jspecify.annotations.NullMarked;
