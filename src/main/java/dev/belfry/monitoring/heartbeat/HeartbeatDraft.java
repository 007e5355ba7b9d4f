package dev.belfry.monitoring.heartbeat;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.platform.error.Violation;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** The member {@code heartbeat} of a body as it was sent. */
public record HeartbeatDraft(
    Field<Integer> period,
    Field<String> periodUnit,
    Field<Integer> grace,
    Field<String> graceUnit,
    Field<String> cron,
    Field<String> timezone,
    Field<String> pingToken) {
  private static final String AT = "/heartbeat";
  private static final Duration SHORTEST = Duration.ofSeconds(30);
  private static final Duration LONGEST = Duration.ofDays(365);

  /** Reads the member. */
  public static HeartbeatDraft read(FieldReader heartbeat) {
    return new HeartbeatDraft(
        heartbeat.whole("period"),
        heartbeat.text("periodUnit"),
        heartbeat.whole("grace"),
        heartbeat.text("graceUnit"),
        heartbeat.text("cron"),
        heartbeat.text("timezone"),
        heartbeat.text("pingToken"));
  }

  /** Writes the members that are stored; the token of the ping URL is never stored. */
  public void write(FieldWriter object) {
    object
        .number("period", period)
        .text("periodUnit", periodUnit)
        .number("grace", grace)
        .text("graceUnit", graceUnit)
        .text("cron", cron)
        .text("timezone", timezone);
  }

  /** What is wrong with it, besides what its schema says; paths begin with {@code /heartbeat}. */
  public List<Violation> violations() {
    List<Violation> violations = new ArrayList<>(0);
    String expression = cron.value();
    if (expression != null) {
      ofCron(expression, violations);
    } else {
      ofPeriod(violations);
    }
    Integer waits = grace.value();
    String unit = graceUnit.value();
    if (waits != null
        && unit != null
        && TimeUnitName.of(unit).times(waits).compareTo(LONGEST) > 0) {
      violations.add(new Violation(AT + "/grace", "must be at most 365 days"));
    }
    return violations;
  }

  /** What is wrong with that of a new monitor: it gets its token from the service. */
  public List<Violation> violationsOfNew() {
    List<Violation> violations = violations();
    String token = pingToken.value();
    if (token != null && !token.isEmpty()) {
      violations.add(
          new Violation(
              AT + "/pingToken", "must be absent: the service issues the token of the ping URL"));
    }
    return violations;
  }

  private void ofPeriod(List<Violation> violations) {
    Integer every = period.value();
    String unit = periodUnit.value();
    if (every == null || unit == null) {
      violations.add(new Violation(AT, "must have period and periodUnit, or cron"));
    } else {
      Duration length = TimeUnitName.of(unit).times(every);
      if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
        violations.add(new Violation(AT + "/period", "must be from 30 seconds to 365 days"));
      }
    }
    if (timezone.isPresent()) {
      violations.add(new Violation(AT + "/timezone", "must be absent without cron"));
    }
  }

  private void ofCron(String expression, List<Violation> violations) {
    if (period.isPresent() || periodUnit.isPresent()) {
      violations.add(new Violation(AT + "/period", "must be absent beside cron"));
    }
    ZoneId zone = ZoneId.of("UTC");
    String named = timezone.value();
    if (named != null) {
      try {
        zone = ZoneId.of(named);
      } catch (DateTimeException unknown) {
        violations.add(
            new Violation(AT + "/timezone", "must be a time zone such as Europe/Berlin"));
      }
    }
    try {
      if (new CronTimes(expression, zone).after(0).isEmpty()) {
        violations.add(new Violation(AT + "/cron", "must name a time that comes"));
      }
    } catch (IllegalArgumentException notValid) {
      violations.add(
          new Violation(
              AT + "/cron",
              "must be a cron expression of five fields, such as 30 2 * * *: minute, hour, day,"
                  + " month and day of the week"));
    }
  }
}
