package dev.belfry.engine.session;

import dev.belfry.api.http.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sessions as command lines read them that have triggered checks and do not wait (wire contract
 * 3.2, "trigger --detach"). They know one session of many checks; here each check has its own, and
 * the first stands for all.
 */
final class TestSessionView {
  private TestSessionView() {}

  /** The answer's JSON text. */
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
