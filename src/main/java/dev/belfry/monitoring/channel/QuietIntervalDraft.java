package dev.belfry.monitoring.channel;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.api.contract.TimeZoneName;
import dev.belfry.platform.error.Violation;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One of a channel's {@code quietHours} as a body has it; its schema has checked its form. */
record QuietIntervalDraft(
    Field<String> timeZone,
    Field<List<String>> weekdays,
    Field<String> from,
    Field<String> to,
    Field<List<String>> levels) {
  static QuietIntervalDraft read(FieldReader interval) {
    return new QuietIntervalDraft(
        interval.text("timeZone"),
        interval.texts("weekdays"),
        interval.text("from"),
        interval.text("to"),
        interval.texts("levels"));
  }

  void write(FieldWriter interval) {
    interval
        .text("timeZone", timeZone)
        .texts("weekdays", weekdays)
        .text("from", from)
        .text("to", to)
        .texts("levels", levels);
  }

  /** What the schema cannot say. */
  List<Violation> violations(String path) {
    return TimeZoneName.violations(path + "/timeZone", timeZone.value());
  }

  /** The interval of a valid draft. */
  QuietInterval interval() {
    return new QuietInterval(
        ZoneId.of(requireNonNull(timeZone.value())),
        all(weekdays.value(), DayOfWeek::valueOf, EnumSet.allOf(DayOfWeek.class)),
        LocalTime.parse(requireNonNull(from.value())),
        LocalTime.parse(requireNonNull(to.value())),
        all(levels.value(), QuietHours.Level::valueOf, EnumSet.allOf(QuietHours.Level.class)));
  }

  private static <T> Set<T> all(
      @Nullable List<String> named, Function<String, T> value, Set<T> otherwise) {
    return named == null || named.isEmpty()
        ? otherwise
        : named.stream().map(value).collect(Collectors.toSet());
  }
}
