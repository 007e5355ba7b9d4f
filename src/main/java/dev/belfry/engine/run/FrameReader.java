package dev.belfry.engine.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.run.schedule.MissedRange;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.ShardKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames that an agent sent, and trusts none of them: every number has its bounds. Members
 * and elements that it does not know are ignored.
 */
final class FrameReader {
  /** Longer than an agent keeps results for a service that it cannot reach. */
  static final long OLDEST_MILLIS = 3 * 3_600_000L;

  /** By how much the clock of an agent may be ahead. */
  static final long AHEAD_MILLIS = 60_000;

  private static final int MOST_ROWS = 5_000;
  private static final int MOST_DETAIL = 131_072;

  /** A check has ten retries at most. */
  private static final int MOST_ATTEMPTS = 20;

  private static final int MOST_SHARD = 31;
  private static final int MOST_STATUS = 9_999;
  private static final long MOST_MICROS = 600_000_000L;
  private static final long LEAST_PERIOD = 1_000;
  private static final long MOST_PERIOD = 366L * 86_400_000L;

  /** The last millisecond of the year 9999, behind which a database has no dates. */
  private static final long LAST_MILLIS = 253_402_300_799_999L;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String place;
  private final long now;
  private int rows;

  final ResultBatch results = new ResultBatch();
  final List<MissedBatch.Missed> missed = new ArrayList<>();

  /**
   * @param place of the agent
   * @param now milliseconds since 1970
   */
  FrameReader(String place, long now) {
    this.place = place;
    this.now = now;
  }

  /**
   * Reads one frame into the batches.
   *
   * @throws InvalidFrameException with the first member that is wrong
   */
  void read(JsonNode frame) {
    if (!frame.isObject()) {
      throw new InvalidFrameException("frames must be objects");
    }
    for (JsonNode row : rows(frame, "results")) {
      results.add(result(row));
    }
    for (JsonNode row : rows(frame, "waiting")) {
      results.addWaiting(key(row, "waiting"), waiting(row));
    }
    for (JsonNode row : rows(frame, "ended")) {
      results.end(key(row, "ended"));
    }
    for (JsonNode row : rows(frame, "states")) {
      results.states.put(
          series(row, "states"),
          new ResultBatch.State(
              verdict(row.path(1), "states"), time(row.path(2), "states"), expiry(row.path(3))));
    }
    for (JsonNode row : rows(frame, "marks")) {
      ShardKey key = new ShardKey(place, (int) number(row.path(0), 0, MOST_SHARD, "marks"));
      results.watermarks.merge(key, number(row.path(1), 0, now + AHEAD_MILLIS, "marks"), Math::max);
    }
    for (JsonNode row : rows(frame, "missed")) {
      missed.add(missed(row));
    }
  }

  private JsonNode rows(JsonNode frame, String member) {
    JsonNode node = frame.path(member);
    if (!node.isMissingNode() && !node.isArray()) {
      throw new InvalidFrameException(member + " must be an array");
    }
    rows += node.size();
    if (rows > MOST_ROWS) {
      throw new InvalidFrameException(member + " has too many rows");
    }
    return node;
  }

  /** Reads a row of results. */
  AttemptRow result(JsonNode row) {
    return new AttemptRow(
        series(row, "results"),
        time(row.path(1), "results"),
        (int) number(row.path(2), 0, MOST_ATTEMPTS, "results"),
        verdict(row.path(3), "results"),
        reason(row.path(4), "results"),
        (int) number(row.path(5), 0, MOST_STATUS, "results"),
        number(row.path(6), -AHEAD_MILLIS, OLDEST_MILLIS, "results"),
        new Timings(
            0,
            micros(row.path(8)),
            micros(row.path(9)),
            micros(row.path(10)),
            micros(row.path(11)),
            micros(row.path(12)),
            micros(row.path(7))),
        detail(row.path(13)));
  }

  /** What a target proves itself with may say any date; only those that can be stored count. */
  private static @Nullable Long expiry(JsonNode node) {
    return node.isIntegralNumber()
            && node.canConvertToLong()
            && node.longValue() >= 0
            && node.longValue() <= LAST_MILLIS
        ? node.longValue()
        : null;
  }

  private static long micros(JsonNode node) {
    return number(node, 0, MOST_MICROS, "results");
  }

  private static @Nullable String detail(JsonNode node) {
    if (node.isMissingNode() || node.isNull()) {
      return null;
    }
    if (!node.isTextual() || node.textValue().length() > MOST_DETAIL) {
      throw new InvalidFrameException("results have a detail that is no text or is too long");
    }
    try {
      JsonNode read = JSON.readTree(node.textValue());
      if (!(read instanceof ObjectNode) || node.textValue().indexOf('\0') >= 0) {
        throw new InvalidFrameException("results have a detail that is no JSON object");
      }
      return ResultDetail.storable(node.textValue());
    } catch (JsonProcessingException e) {
      throw new InvalidFrameException("results have a detail that is no JSON object");
    }
  }

  private ResultBatch.Waiting waiting(JsonNode row) {
    String location = row.path(2).asText();
    if (location.isEmpty() || location.length() > 200) {
      throw new InvalidFrameException("waiting has a wrong location");
    }
    return new ResultBatch.Waiting(
        new ShardKey(location, (int) number(row.path(3), 0, MOST_SHARD, "waiting")),
        (int) number(row.path(4), 0, MOST_ATTEMPTS, "waiting"),
        time(row.path(5), "waiting"),
        number(row.path(6), now - OLDEST_MILLIS, now + 900_000, "waiting"),
        row.path(7).asBoolean());
  }

  private MissedBatch.Missed missed(JsonNode row) {
    long first = number(row.path(1), 0, now + AHEAD_MILLIS, "missed");
    long last = number(row.path(2), first, now + AHEAD_MILLIS, "missed");
    long period = number(row.path(3), LEAST_PERIOD, MOST_PERIOD, "missed");
    if ((last - first) % period != 0) {
      throw new InvalidFrameException("missed has a range that its period does not divide");
    }
    return new MissedBatch.Missed(
        series(row, "missed"), new MissedRange(first, last, period), reason(row.path(4), "missed"));
  }

  private ResultBatch.RunKey key(JsonNode row, String member) {
    return new ResultBatch.RunKey(series(row, member), time(row.path(1), member));
  }

  private static int series(JsonNode row, String member) {
    return (int) number(row.path(0), 1, Integer.MAX_VALUE, member);
  }

  private long time(JsonNode node, String member) {
    return number(node, now - OLDEST_MILLIS, now + AHEAD_MILLIS, member);
  }

  private static Verdict verdict(JsonNode node, String member) {
    return Verdict.of((int) number(node, 0, Verdict.values().length - 1, member));
  }

  private static Reason reason(JsonNode node, String member) {
    int code = (int) number(node, 0, Short.MAX_VALUE, member);
    Reason reason = Reason.of(code);
    // A newer agent may know a reason that this service does not.
    return reason == Reason.NONE && code >= 200 ? Reason.OBSERVER_PAUSED : reason;
  }

  private static long number(JsonNode node, long least, long most, String member) {
    if (!node.isIntegralNumber()
        || !node.canConvertToLong()
        || node.longValue() < least
        || node.longValue() > most) {
      throw new InvalidFrameException(member + " has a number that is missing or out of bounds");
    }
    return node.longValue();
  }
}
