package dev.belfry.account.team;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.NamedMembers;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The JSON members of a team, of a body and of an answer. */
final class TeamCodec {
  /** The body of a new team, or of an update. */
  static final DraftReader<TeamDraft> BODY =
      new DraftReader<>(TeamCodec::read, TeamCodec::violations);

  private static final String NAME = "name";
  private static final String DESCRIPTION = "description";
  private static final String USER_IDS = "userIds";

  private TeamCodec() {}

  private static TeamDraft read(JsonNode body) {
    FieldReader team = new FieldReader(body);
    return new TeamDraft(team.text(NAME), team.text(DESCRIPTION), team.texts(USER_IDS));
  }

  private static List<Violation> violations(TeamDraft draft) {
    List<Violation> violations = new ArrayList<>(0);
    String name = draft.name().value();
    if (name != null && name.isBlank()) {
      violations.add(new Violation("/" + NAME, "must not be blank"));
    }
    List<String> ids = draft.userIds().value();
    Set<String> seen = new HashSet<>();
    for (int i = 0; ids != null && i < ids.size(); i++) {
      if (!seen.add(ids.get(i).toLowerCase(Locale.ROOT))) {
        violations.add(new Violation("/" + USER_IDS + "/" + i, "must not appear twice"));
      }
    }
    return violations;
  }

  /** The persons of a body by the paths that name them, in order. */
  static Map<String, UUID> byPath(List<UUID> persons) {
    return NamedMembers.byPath("/" + USER_IDS, persons);
  }

  /** A team as an answer shows it. */
  static String view(TeamRow row) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .string(NAME, row.name())
        .string(DESCRIPTION, row.description())
        .raw("members", row.members())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }
}
