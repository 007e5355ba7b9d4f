package dev.belfry.engine.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.belfry.engine.probe.Timings;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt found whose run belongs to no series. Agents tell it as a row of results.
 *
 * @param started milliseconds since 1970
 * @param earlier attempts of the run before this one, at least 0
 * @param status the status code, 0 for none
 * @param detail as {@link ResultDetail} makes it; null for nothing to tell
 */
public record FoundAttempt(
    long started,
    int earlier,
    Verdict verdict,
    Reason reason,
    int status,
    Timings timings,
    @Nullable String detail) {
  /** Rows name a series, and there is none. */
  private static final int NO_SERIES = 1;

  /** The row that an agent sends. */
  public ArrayNode row() {
    ArrayNode row = JsonNodeFactory.instance.arrayNode();
    FrameWriter.add(
        row,
        new AttemptRow(NO_SERIES, started, earlier, verdict, reason, status, 0, timings, detail));
    return row;
  }

  /**
   * Reads a row, and trusts none of it.
   *
   * @param place of the agent
   * @param now milliseconds since 1970
   * @throws InvalidFrameException with the first element that is wrong
   */
  public static FoundAttempt read(JsonNode sent, String place, long now) {
    AttemptRow row = new FrameReader(place, now).result(sent);
    return new FoundAttempt(
        row.at(),
        row.attempt(),
        row.verdict(),
        row.reason(),
        row.status(),
        row.timings(),
        row.detail());
  }
}
