package dev.belfry.engine.session;

import dev.belfry.api.http.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Renders sessions for command lines that trigger checks and do not wait (wire contract 3.2,
 * "trigger --detach"). They expect one session of many checks. Here each check has its own session,
 * and the first one stands for all.
 */
final class TestSessionView {
  private TestSessionView() {}

  /** The sessions as JSON text. */
  static String of(List<CheckSession> sessions) {
    JsonText ids = JsonText.object();
    sessions.forEach(session -> ids.plain(session.checkId().toString(), session.id().toString()));
    String byCheck = ids.end();
    @Nullable String first = sessions.isEmpty() ? null : sessions.get(0).id().toString();
    return JsonText.object()
        .raw("checks", JsonText.array(sessions.stream().map(TestSessionView::check).toList()))
        .string("testSessionId", first)
        .raw("testResultIds", byCheck)
        .raw("sequenceIds", byCheck)
        .end();
  }

  private static String check(CheckSession session) {
    return JsonText.object()
        .plain("id", session.checkId().toString())
        .string("name", session.name())
        .plain("checkType", session.checkType())
        .end();
  }
}
