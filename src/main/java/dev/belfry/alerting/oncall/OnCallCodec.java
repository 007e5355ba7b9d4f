package dev.belfry.alerting.oncall;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.TimeZoneName;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The JSON members of a schedule, of a body and of an answer. */
final class OnCallCodec {
  /** The body of a new schedule. */
  static final DraftReader<OnCallDraft> CREATE =
      new DraftReader<>(OnCallCodec::read, draft -> violations(draft, draft.hasNeither()));

  /** The body of an update. */
  static final DraftReader<OnCallDraft> UPDATE =
      new DraftReader<>(OnCallCodec::read, draft -> violations(draft, false));

  private static final String NAME = "name";
  private static final String URL = "url";
  private static final String ROTATION = "rotation";
  private static final String ZONE = "timeZone";

  private OnCallCodec() {}

  private static OnCallDraft read(JsonNode body) {
    FieldReader schedule = new FieldReader(body);
    return new OnCallDraft(
        schedule.text(NAME),
        schedule.text(URL),
        schedule.read(ROTATION, RotationDraft::new),
        schedule.text(ZONE));
  }

  private static List<Violation> violations(OnCallDraft draft, boolean lacksSource) {
    if (lacksSource || draft.hasBoth()) {
      List<Violation> wrong =
          new ArrayList<>(OnCallDraft.oneSource(lacksSource ? "is required" : "must be absent"));
      wrong.addAll(TimeZoneName.violations("/" + ZONE, draft.timeZone().value()));
      return wrong;
    }
    List<Violation> violations = new ArrayList<>(0);
    String url = draft.url().value();
    if (url != null && !WebAddress.isWellFormed(url)) {
      violations.add(
          new Violation(
              "/url", "must be an http or https address such as https://example.com/on-call.ics"));
    }
    RotationDraft rotation = draft.rotation().value();
    if (rotation != null) {
      violations.addAll(rotation.violations());
    }
    violations.addAll(TimeZoneName.violations("/" + ZONE, draft.timeZone().value()));
    return violations;
  }

  /**
   * A schedule as an answer shows it: without its address, of which it has the host.
   *
   * @param now milliseconds since 1970; overrides that are over are left out
   */
  static String view(OnCallRow row, long now) {
    RotationState turns = row.turns();
    return JsonText.object()
        .number("id", row.id())
        .string(NAME, row.name())
        .string("host", row.host())
        .string(ZONE, row.zone())
        .raw(ROTATION, turns == null ? "null" : turns.rotation().document())
        .raw(
            "overrides",
            JsonText.array(
                turns == null
                    ? List.of()
                    : turns.current(now).stream().map(OnCallCodec::view).toList()))
        .raw(
            "formerUserIds",
            JsonText.strings(
                turns == null
                    ? List.of()
                    : turns.former().stream().map(UUID::toString).sorted().toList()))
        .string("health", row.health().name())
        .millis("lastReadAt", row.read())
        .string("lastError", row.error())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }

  /** An override; without a name its person is no member, and it has no effect. */
  static String view(RotationState.Named override) {
    return JsonText.object()
        .members(override.override().document())
        .string(NAME, override.name())
        .end();
  }

  /**
   * The persons of a moment.
   *
   * @param members ids of those who are members of the account, by address
   */
  static String view(OnCallRow row, Shift.Roster roster, Map<String, UUID> members, long at) {
    return JsonText.object()
        .number("scheduleId", row.id())
        .millis("at", at)
        .string("health", row.health().name())
        .millis("knownFrom", row.from())
        .millis("knownUntil", row.until())
        .raw("now", shifts(roster.now(), members))
        .raw("next", shifts(roster.next(), members))
        .end();
  }

  private static String shifts(List<Shift> shifts, Map<String, UUID> members) {
    return JsonText.array(shifts.stream().map(shift -> view(shift, members)).toList());
  }

  private static String view(Shift shift, Map<String, UUID> members) {
    UUID named = shift.email() == null ? null : members.get(shift.email());
    UUID member = shift.user() == null ? named : shift.user();
    return JsonText.object()
        .string(NAME, shift.name())
        .string("email", shift.email())
        .string("userId", member == null ? null : member.toString())
        .string("title", shift.title())
        .millis("from", shift.begins())
        .millis("to", shift.ends())
        .end();
  }
}
