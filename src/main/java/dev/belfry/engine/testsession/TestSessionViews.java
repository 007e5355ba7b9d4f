package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.engine.session.SessionLinks;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;

/** Renders test sessions as JSON. */
final class TestSessionViews {
  private final SessionLinks links;

  TestSessionViews(SessionLinks links) {
    this.links = links;
  }

  /** The answer to checks that came with a request. */
  static String accepted(TestSessions.Started started) {
    UUID id = started.session().id();
    JsonText view = JsonText.object().plain("schedulingId", id.toString());
    if (started.session().recorded()) {
      view.plain("testSessionId", id.toString());
    }
    String byCheck = ids(started.runs(), NewTestRun::logicalId);
    return view.raw("testResultIds", byCheck).raw("sequenceIds", byCheck).end();
  }

  /** The answer to a selection of stored checks. */
  static String triggered(TestSessions.Started started) {
    boolean isShown = started.session().recorded() && !started.runs().isEmpty();
    String byCheck = ids(started.runs(), NewTestRun::logicalId);
    return JsonText.object()
        .raw(
            "checks", JsonText.array(started.runs().stream().map(TestSessionViews::check).toList()))
        .string("testSessionId", isShown ? started.session().id().toString() : null)
        .raw("testResultIds", byCheck)
        .raw("sequenceIds", byCheck)
        .end();
  }

  private static String check(NewTestRun run) {
    return JsonText.object()
        .plain("id", run.logicalId())
        .string("name", run.name())
        .plain("checkType", run.checkType())
        .end();
  }

  private static String ids(List<NewTestRun> runs, Function<NewTestRun, String> name) {
    ObjectNode ids = JsonNodeFactory.instance.objectNode();
    runs.forEach(run -> ids.put(name.apply(run), run.id().toString()));
    return ids.toString();
  }

  /** How far the runs of a session are queued: they are, once it can be read. */
  static String scheduling(TestSessionRow session) {
    long started = session.startedMs();
    return JsonText.object()
        .plain("schedulingId", session.id().toString())
        .plain("testSessionId", session.id().toString())
        .plain("status", "SUCCEEDED")
        .number("checksTotal", (long) session.runs().size())
        .raw("error", "null")
        .millis("createdAt", started)
        .millis("startedAt", started)
        .millis("endedAt", started)
        .end();
  }

  /** A session with its results. */
  String of(TestSessionRow session) {
    List<String> results = session.runs().stream().map(run -> result(session, run)).toList();
    return JsonText.object()
        .plain("testSessionId", session.id().toString())
        .string("testSessionLink", links.testSession(session.id()))
        .string("name", session.name())
        .plain("status", session.status())
        .millis("startedAt", session.startedMs())
        .millis("stoppedAt", session.stoppedMs().orElse(null))
        .number("timeElapsed", session.stoppedMs().map(end -> end - session.startedMs()).orElse(0L))
        .raw("metadata", session.metadata())
        .raw("results", JsonText.array(results))
        .end();
  }

  private String result(TestSessionRow session, TestRunRow run) {
    UUID check = run.check();
    return JsonText.object()
        .plain("testSessionResultId", run.id().toString())
        .string("testSessionResultLink", links.testSession(session.id()))
        .string("checkId", check == null ? null : check.toString())
        .plain("checkType", run.checkType())
        .string("name", run.name())
        .string("runLocation", session.location())
        .plain("resultType", "FINAL")
        .plain("status", run.status())
        .flag("hasErrors", run.outcome() == TestOutcome.ERROR)
        .flag("hasFailures", run.outcome() == TestOutcome.FAILED)
        .flag("isDegraded", run.outcome() == TestOutcome.DEGRADED)
        .flag("aborted", run.outcome() == TestOutcome.CANCELLED)
        .string("message", run.message())
        .end();
  }

  /** An entry of a list. */
  static String entry(UUID account, TestSessionRow session) {
    ObjectNode metadata = JsonText.parse(session.metadata());
    long started = session.startedMs();
    JsonText view =
        JsonText.object()
            .plain("id", session.id().toString())
            .plain("accountId", account.toString())
            .string("name", session.name())
            .plain("provider", session.provider())
            .plain("status", session.status())
            .string("region", session.location());
    for (String status : List.of("RUNNING", "PASSED", "FAILED", "CANCELLED")) {
      List<String> own =
          session.runs().stream()
              .filter(run -> run.status().equals(status))
              .map(run -> run.id().toString())
              .toList();
      view.raw(status.toLowerCase(Locale.ROOT), JsonText.strings(own));
    }
    for (String member :
        List.of(
            "environment", "repoUrl", "commitId", "commitOwner", "commitMessage", "branchName")) {
      view.string(member, metadata.path(member).textValue());
    }
    return view.millis("startedAt", started)
        .millis("stoppedAt", session.stoppedMs().orElse(null))
        .millis("created_at", started)
        .end();
  }

  /** A run that has no result of a request. */
  static String without(TestSessionRow session, TestRunRow run) {
    JsonText view = JsonText.object().plain("id", run.id().toString()).string("name", run.name());
    UUID check = run.check();
    if (check != null) {
      view.plain("checkId", check.toString());
    }
    return view.flag("hasFailures", false)
        .flag("hasErrors", run.outcome() == TestOutcome.ERROR)
        .flag("isDegraded", false)
        .flag("isCancelled", run.outcome() == TestOutcome.CANCELLED)
        .string("runLocation", session.location())
        .number("attempts", 0L)
        .plain("resultType", "FINAL")
        .plain("sequenceId", run.id().toString())
        .string("message", run.message())
        .end();
  }

  /** The link of a session. */
  String link(TestSessionRow session) {
    return JsonText.object().string("link", links.testSession(session.id())).end();
  }

  /** The links of a result. */
  String links(TestSessionRow session) {
    return JsonText.object()
        .string("testResultLink", links.testSession(session.id()))
        .raw("testTraceLinks", "[]")
        .raw("videoLinks", "[]")
        .raw("screenshotLinks", "[]")
        .end();
  }
}
