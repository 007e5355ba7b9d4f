package dev.belfry.engine.session;

import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import java.util.List;
import java.util.Optional;

/** Renders sessions as JSON (wire contract 2.1 and 3.2, "checks run"). */
final class SessionView {
  private final SessionLinks links;

  SessionView(SessionLinks links) {
    this.links = links;
  }

  /** The response to the request that starts sessions. */
  String started(List<CheckSession> sessions) {
    List<String> entries = sessions.stream().map(session -> head(session).end()).toList();
    return JsonText.object().raw("sessions", JsonText.array(entries)).end();
  }

  /** A session with its results so far. */
  String of(CheckSession session) {
    List<String> results =
        session.runs().stream()
            .flatMap(run -> run.results().stream())
            .map(result -> result(session, result))
            .toList();
    return head(session).raw("results", JsonText.array(results)).end();
  }

  private JsonText head(CheckSession session) {
    Optional<Long> stopped = session.stoppedMs();
    List<String> locations =
        session.runs().stream().map(run -> "\"" + run.location() + "\"").toList();
    return JsonText.object()
        .plain("checkSessionId", session.id().toString())
        .string("checkSessionLink", links.check(session.checkId()))
        .plain("checkId", session.checkId().toString())
        .plain("checkType", session.checkType())
        .string("name", session.name())
        .plain("status", session.status().name())
        .millis("startedAt", session.startedMs())
        .millis("stoppedAt", stopped.orElse(null))
        .number("timeElapsed", stopped.map(end -> end - session.startedMs()).orElse(0L))
        .raw("runLocations", JsonText.array(locations))
        .plain("runSource", "TRIGGER_API");
  }

  private String result(CheckSession session, SessionResult result) {
    boolean tookPlace = result.tookPlace();
    return JsonText.object()
        .plain("checkResultId", result.id().toGuid().toString())
        .string("checkResultLink", links.check(session.checkId()))
        .plain("checkId", session.checkId().toString())
        .plain("checkType", session.checkType())
        .string("name", session.name())
        .plain("runLocation", result.location())
        .plain("resultType", result.isFinal() ? "FINAL" : "ATTEMPT")
        .flag("hasErrors", result.verdict() == Verdict.OBSERVER_FAULT)
        .flag("hasFailures", result.verdict() == Verdict.FAILED)
        .flag("isDegraded", result.verdict() == Verdict.DEGRADED)
        .flag("aborted", !tookPlace)
        .flag("isCancelled", result.reason() == Reason.CANCELLED)
        .number("responseTime", tookPlace ? (Long) result.responseMs() : null)
        .millis("startedAt", tookPlace ? (Long) result.startedMs() : null)
        .millis("stoppedAt", tookPlace ? (Long) result.stoppedMs() : null)
        .end();
  }
}
