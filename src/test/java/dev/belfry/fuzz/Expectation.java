package dev.belfry.fuzz;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an answer must be, beside what holds for all answers.
 *
 * @param statuses any of these; empty for every declared one
 * @param named the pointer that a 400 must name, null for any
 * @param unnamed the pointer that a 400 must not name, null for none
 */
record Expectation(Set<Integer> statuses, @Nullable String named, @Nullable String unnamed) {
  /** Whatever the contract declares. */
  static final Expectation DECLARED = new Expectation(Set.of(), null, null);

  static Expectation status(Integer... statuses) {
    return new Expectation(Set.of(statuses), null, null);
  }

  /** A 400 that names a value of the body. */
  static Expectation named(@Nullable String pointer) {
    return new Expectation(Set.of(400), pointer, null);
  }

  /** Whatever the contract declares, but no complaint about a value. */
  static Expectation unnamed(String pointer) {
    return new Expectation(Set.of(), null, pointer);
  }
}
