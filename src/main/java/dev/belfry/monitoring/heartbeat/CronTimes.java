package dev.belfry.monitoring.heartbeat;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The times of a cron expression of five fields in a time zone. A time that a night lacks because
 * clocks go forward is none. Of a time that a night has twice the first counts, unless the
 * expression names every hour.
 */
final class CronTimes {
  private static final CronParser PARSER =
      new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));

  private final ExecutionTime times;
  private final ZoneId zone;
  private final boolean everyHour;

  /**
   * @throws IllegalArgumentException if the expression is not valid; the message says why
   */
  CronTimes(String expression, ZoneId zone) {
    this.times = ExecutionTime.forCron(PARSER.parse(expression).validate());
    this.zone = zone;
    String[] fields = expression.strip().split("\\s+", -1);
    this.everyHour = fields.length > 1 && fields[1].startsWith("*");
  }

  /** The first time after a moment, in milliseconds since 1970; empty when there is none. */
  OptionalLong after(long millis) {
    Optional<ZonedDateTime> next = times.nextExecution(Instant.ofEpochMilli(millis).atZone(zone));
    while (!everyHour && next.isPresent() && isRepeated(next.get())) {
      next = times.nextExecution(next.get());
    }
    return next.isPresent()
        ? OptionalLong.of(next.get().toInstant().toEpochMilli())
        : OptionalLong.empty();
  }

  private static boolean isRepeated(ZonedDateTime time) {
    return !time.withEarlierOffsetAtOverlap().getOffset().equals(time.getOffset());
  }
}
