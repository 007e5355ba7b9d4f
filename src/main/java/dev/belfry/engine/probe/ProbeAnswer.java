package dev.belfry.engine.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.assertion.AssertionFault;
import dev.belfry.monitoring.check.AssertionSource;
import org.jspecify.annotations.Nullable;

/** What a target answered. Each type of check has a record of its own; the evaluator knows none. */
public interface ProbeAnswer {
  /** The status code that is stored with the result; 0 for protocols without one. */
  int statusCode();

  /**
   * The value that an assertion looks at: a number, a text, other JSON, or {@code MissingNode} when
   * the answer has no such value. {@link dev.belfry.monitoring.assertion.JsonPaths} finds a
   * property in a text that is JSON.
   *
   * @param source any but {@code RESPONSE_TIME}, which every result has
   * @param property as in the assertion, {@code ""} for the whole
   * @throws AssertionFault if the property cannot be read
   */
  JsonNode actual(AssertionSource source, String property) throws AssertionFault;

  /** Characters of what assertions look at, at most; those of JSON as it would be written. */
  default int characters() {
    return Integer.MAX_VALUE;
  }

  /** What the target said, for people, without a full stop. */
  default String summary() {
    return "The status code was " + statusCode();
  }

  /** What went well though it should fail, for people: the beginning of a sentence. */
  default String success() {
    return "The connection succeeded";
  }

  /** What the answer fails for when nothing is asserted; null when it is right. */
  @Nullable Failure failure();

  /** Whether {@link #failure} counts also when the assertions of a check hold. */
  default boolean failsWhateverIsAsserted() {
    return false;
  }

  /** What a right answer is degraded for, besides the time it took; null for nothing. */
  default @Nullable Failure warning() {
    return null;
  }

  /** Whether results that passed keep the answer too. */
  default boolean isKeptWhenPassed() {
    return false;
  }

  /** Adds what is kept of the answer to the detail of a result. */
  void describe(ObjectNode detail);

  /** Adds what is kept with a result that passed; see {@link #isKeptWhenPassed}. */
  default void describePassed(ObjectNode detail) {
    describe(detail);
  }

  /** Gives back what only assertions need. Called once, when they have been evaluated. */
  default void close() {}
}
