package dev.belfry.monitoring.maintenance;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.contract.Field;
import dev.belfry.api.http.JsonText;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A body that creates or updates a window. Each member is absent, {@code null} or a value; the body
 * was read by its schema before. Times are texts as they were sent.
 */
record WindowDraft(
    Field<String> name,
    Field<String> description,
    Field<String> startsAt,
    Field<String> endsAt,
    Repetition repetition,
    Scope scope,
    Field<VisibilityDraft> visibility) {

  /** When the window holds again; an empty text or an interval of 0 counts as none. */
  record Repetition(
      Field<String> unit, Field<Integer> interval, Field<String> endsAt, Field<String> timezone) {
    private Repetition over(Repetition stored) {
      // A window that does not repeat any more has no interval and no end.
      boolean ends = unit.isNull();
      return new Repetition(
          unit.over(stored.unit),
          interval.over(ends ? Field.of(null) : stored.interval),
          endsAt.over(ends ? Field.of(null) : stored.endsAt),
          timezone.over(stored.timezone));
    }
  }

  /** Which checks the window concerns and how. */
  record Scope(
      Field<List<String>> tags,
      Field<Boolean> pauseAllChecks,
      Field<Boolean> silenceAllAlerts,
      Field<List<String>> silenceAlertsTags) {
    private Scope over(Scope stored) {
      return new Scope(
          tags.over(stored.tags),
          pauseAllChecks.over(stored.pauseAllChecks),
          silenceAllAlerts.over(stored.silenceAllAlerts),
          silenceAlertsTags.over(stored.silenceAlertsTags));
    }
  }

  /** The member {@code statusPageVisibility}. */
  record VisibilityDraft(Field<Boolean> enabled, Field<List<String>> serviceIds) {}

  /** A stored window as the draft that would create it. */
  static WindowDraft of(MaintenanceWindow window) {
    RecurrencePlan plan = window.plan();
    RepeatUnit unit = plan.unit();
    ZoneId zone = plan.zone();
    WindowScope scope = window.scope();
    return new WindowDraft(
        Field.of(window.name()),
        Field.of(window.description()),
        Field.of(JsonText.timestamp(plan.starts())),
        Field.of(JsonText.timestamp(plan.ends())),
        new Repetition(
            Field.of(unit == null ? null : unit.name()),
            Field.of(unit == null ? null : plan.interval()),
            Field.of(text(plan.repeatEnds())),
            Field.of(zone == null ? null : zone.getId())),
        new Scope(
            Field.of(scope.tags()),
            Field.of(scope.pauseAllChecks()),
            Field.of(scope.silenceAllAlerts()),
            Field.of(scope.silenceAlertsTags())),
        Field.of(
            new VisibilityDraft(
                Field.of(window.visibility().enabled()),
                Field.of(window.visibility().serviceIds()))));
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : JsonText.timestamp(time);
  }

  /** The stored window with the changes of this draft: an absent member keeps its value. */
  WindowDraft over(WindowDraft stored) {
    return new WindowDraft(
        name.over(stored.name),
        description.over(stored.description),
        startsAt.over(stored.startsAt),
        endsAt.over(stored.endsAt),
        repetition.over(stored.repetition),
        scope.over(stored.scope),
        visibility.over(stored.visibility));
  }

  /** The window of a complete draft in which nothing is wrong. */
  MaintenanceWindow window() {
    String unit = repetition.unit().value();
    Integer interval = repetition.interval().value();
    String repeatEnds = textOf(repetition.endsAt());
    String zone = textOf(repetition.timezone());
    return new MaintenanceWindow(
        textOf(name),
        description.value(),
        new RecurrencePlan(
            time(requireNonNull(startsAt.value())),
            time(requireNonNull(endsAt.value())),
            unit == null ? null : RepeatUnit.valueOf(unit),
            interval == null ? 1 : Math.max(1, interval),
            repeatEnds.isEmpty() ? null : time(repeatEnds),
            zone.isEmpty() ? null : ZoneId.of(zone)),
        new WindowScope(
            distinct(scope.tags()),
            Boolean.TRUE.equals(scope.pauseAllChecks().value()),
            Boolean.TRUE.equals(scope.silenceAllAlerts().value()),
            distinct(scope.silenceAlertsTags())),
        visibility(visibility.value()));
  }

  private static Visibility visibility(@Nullable VisibilityDraft sent) {
    return sent == null
        ? new Visibility(false, List.of())
        : new Visibility(
            Boolean.TRUE.equals(sent.enabled().value()),
            distinct(sent.serviceIds()).stream()
                .map(id -> id.toLowerCase(Locale.ROOT))
                .distinct()
                .toList());
  }

  /** The text of a member, empty when it has none. */
  static String textOf(Field<String> member) {
    String value = member.value();
    return value == null ? "" : value;
  }

  private static Instant time(String text) {
    return OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
  }

  private static List<String> distinct(Field<List<String>> sent) {
    List<String> list = sent.value();
    return list == null ? List.of() : list.stream().distinct().toList();
  }
}
