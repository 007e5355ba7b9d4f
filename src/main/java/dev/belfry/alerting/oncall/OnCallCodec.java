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
  /** The body of a new schedule, or of an update. */
  static final DraftReader<OnCallDraft> BODY =
      new DraftReader<>(OnCallCodec::read, OnCallCodec::violations);

  private static final String NAME = "name";
  private static final String URL = "url";
  private static final String ZONE = "timeZone";

  private OnCallCodec() {}

  private static OnCallDraft read(JsonNode body) {
    FieldReader schedule = new FieldReader(body);
    return new OnCallDraft(schedule.text(NAME), schedule.text(URL), schedule.text(ZONE));
  }

  private static List<Violation> violations(OnCallDraft draft) {
    List<Violation> violations = new ArrayList<>(0);
    String url = draft.url().value();
    if (url != null && !WebAddress.isWellFormed(url)) {
      violations.add(
          new Violation(
              "/url", "must be an http or https address such as https://example.com/on-call.ics"));
    }
    violations.addAll(TimeZoneName.violations("/" + ZONE, draft.timeZone().value()));
    return violations;
  }

  /** A schedule as an answer shows it: without its address, of which it has the host. */
  static String view(OnCallRow row) {
    return JsonText.object()
        .number("id", row.id())
        .string(NAME, row.name())
        .string("host", row.host())
        .string(ZONE, row.zone())
        .string("health", row.health().name())
        .millis("lastReadAt", row.read())
        .string("lastError", row.error())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
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
    UUID member = shift.email() == null ? null : members.get(shift.email());
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
