package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.error.Violation;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The times of the week at which alerts to a channel wait. */
public record QuietHours(List<QuietInterval> intervals) {
  /** No alert waits longer, however intervals follow each other. */
  public static final Duration LONGEST = Duration.ofDays(7);

  /** Of a channel that never waits. */
  public static final QuietHours NONE = new QuietHours(List.of());

  /** What an alert tells of; those of certificates count as degraded. */
  public enum Level {
    FAILED,
    DEGRADED
  }

  public QuietHours {
    intervals = List.copyOf(intervals);
  }

  /**
   * Reads what is stored.
   *
   * @param stored a channel's {@code quietHours}, JSON text; null for none
   */
  public static QuietHours stored(@Nullable String stored) {
    return stored == null ? NONE : of(JsonText.parse("{\"quietHours\":" + stored + "}"));
  }

  /** Reads those among the stored settings of a channel. */
  public static QuietHours of(ObjectNode settings) {
    List<QuietIntervalDraft> drafts =
        ChannelTiming.read(new FieldReader(settings)).quietHours().value();
    return drafts == null
        ? NONE
        : new QuietHours(drafts.stream().map(QuietIntervalDraft::interval).toList());
  }

  /** What is wrong with those among the members of an object, beyond what its schema says. */
  public static List<Violation> violations(ObjectNode settings) {
    return ChannelTiming.read(new FieldReader(settings)).violations();
  }

  /** Those among the members of an object as they are stored: the JSON text of a list. */
  public static String text(ObjectNode settings) {
    FieldWriter writer = new FieldWriter();
    ChannelTiming timing = ChannelTiming.read(new FieldReader(settings));
    new ChannelTiming(timing.quietHours().whenNull(List.of()), Field.absent()).write(writer);
    return JsonText.parse(writer.end()).path("quietHours").toString();
  }

  /** Whether there are any. */
  public boolean isEmpty() {
    return intervals.isEmpty();
  }

  /**
   * Until when an alert waits: the end of the intervals that follow each other without a gap. Empty
   * when it does not wait.
   *
   * @param now milliseconds since 1970
   */
  public OptionalLong endAt(long now, Level level) {
    long latest = now + LONGEST.toMillis();
    long end = now;
    for (long next = endOfOne(end, level); next > end; next = endOfOne(end, level)) {
      if (next >= latest) {
        return OptionalLong.of(latest);
      }
      end = next;
    }
    return end > now ? OptionalLong.of(end) : OptionalLong.empty();
  }

  private long endOfOne(long now, Level level) {
    return intervals.stream()
        .filter(interval -> interval.levels().contains(level))
        .mapToLong(interval -> interval.endAt(now).orElse(now))
        .max()
        .orElse(now);
  }
}
