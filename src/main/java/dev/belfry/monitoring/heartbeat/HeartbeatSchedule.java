package dev.belfry.monitoring.heartbeat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.ZoneId;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** When beats of a monitor are expected, and how long each is waited for. Immutable. */
public final class HeartbeatSchedule {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** A ping this long before a time of a cron expression counts for that time. */
  private static final long CLOCK_SKEW = Duration.ofMinutes(1).toMillis();

  private static final int TENTH = 10;

  /** To read a cron expression takes longer than all else that a ping needs. */
  private static final Cache<String, HeartbeatSchedule> KNOWN =
      Caffeine.newBuilder().maximumSize(10_000).build();

  private final long period;
  private final long grace;
  private final @Nullable CronTimes cron;
  private final String words;

  private HeartbeatSchedule(long period, long grace, @Nullable CronTimes cron, String words) {
    this.period = period;
    this.grace = grace;
    this.cron = cron;
    this.words = words;
  }

  /**
   * Reads the member {@code heartbeat} of a stored monitor.
   *
   * @throws IllegalArgumentException if it is not valid, which the API refuses to store
   */
  public static HeartbeatSchedule parse(String heartbeat) {
    return KNOWN.get(heartbeat, HeartbeatSchedule::read);
  }

  private static HeartbeatSchedule read(String heartbeat) {
    try {
      return of(MAPPER.readTree(heartbeat));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  private static HeartbeatSchedule of(JsonNode heartbeat) {
    int grace = heartbeat.path("grace").asInt();
    TimeUnitName graceUnit = TimeUnitName.of(heartbeat.path("graceUnit").asText("seconds"));
    long graceMillis = graceUnit.times(grace).toMillis();
    String waits = grace == 0 ? "" : " and " + graceUnit.words(grace) + " of grace";
    String expression = heartbeat.path("cron").asText("");
    if (!expression.isEmpty()) {
      String zone = heartbeat.path("timezone").asText("UTC");
      return new HeartbeatSchedule(
          0,
          graceMillis,
          new CronTimes(expression, ZoneId.of(zone)),
          "\"" + expression + "\" (" + zone + ")" + waits);
    }
    int period = heartbeat.path("period").asInt();
    TimeUnitName unit = TimeUnitName.of(heartbeat.path("periodUnit").asText());
    if (period <= 0) {
      throw new IllegalArgumentException(
          "The heartbeat has neither a period nor a cron expression");
    }
    return new HeartbeatSchedule(
        unit.times(period).toMillis(), graceMillis, null, unit.words(period) + waits);
  }

  /** What people read of it, such as {@code 1 hour and 10 minutes of grace}. */
  public String words() {
    return words;
  }

  /** Whether beats are expected at the times of a cron expression. */
  boolean isCron() {
    return cron != null;
  }

  /** How long a beat is waited for beyond the time it is expected at, in milliseconds. */
  long grace() {
    return grace;
  }

  /**
   * When the beat after a ping is expected, milliseconds since 1970. A ping shortly before a time
   * of a cron expression counts for that time. Empty when no time is left.
   */
  OptionalLong afterPing(long at) {
    OptionalLong first = after(at);
    return isCron() && first.isPresent() && first.getAsLong() - at <= ahead(first.getAsLong())
        ? after(first.getAsLong())
        : first;
  }

  /** Milliseconds from a moment to the first beat expected after it; empty when no time is left. */
  public OptionalLong untilNext(long at) {
    OptionalLong next = after(at);
    return next.isEmpty() ? next : OptionalLong.of(next.getAsLong() - at);
  }

  /** When the first beat after a moment is expected; empty when no time is left. */
  OptionalLong after(long at) {
    CronTimes times = cron;
    return times == null ? OptionalLong.of(at + period) : times.after(at);
  }

  /** How long before the time it is expected at a beat is on time and not early. */
  long ahead(long expected) {
    if (cron == null) {
      return Math.max(grace, period / TENTH);
    }
    OptionalLong next = after(expected);
    return next.isEmpty() ? CLOCK_SKEW : Math.min(CLOCK_SKEW, (next.getAsLong() - expected) / 2);
  }
}
