package dev.belfry.fuzz;

import dev.belfry.fuzz.FuzzRequest.Family;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must hold for an answer. */
final class AnswerChecks {
  static final String NO_ANSWER = "no answer";

  /** What an answer must tell with a status (RFC 9110, 10.2.1, 10.2.3 and 11.6.1). */
  private static final Map<Integer, String> TOLD =
      Map.of(401, "WWW-Authenticate", 405, "Allow", 429, "Retry-After");

  private static final Set<Integer> FAULTS = Set.of(500, 502, 503, 504);
  private static final int LONGEST = 300;
  private static final String EVENTS = "text/event-stream";

  private final FuzzAccount one;
  private final FuzzAccount other;

  AnswerChecks(FuzzAccount one, FuzzAccount other) {
    this.one = one;
    this.other = other;
  }

  /** What is wrong with an answer, empty when nothing is. */
  List<String> problems(FuzzRequest request, FuzzAnswer answer) {
    List<String> problems = new ArrayList<>();
    if (answer.isMissing()) {
      problems.add(NO_ANSWER);
      return problems;
    }
    if (FAULTS.contains(answer.status())) {
      problems.add("status " + answer.status());
      return problems;
    }
    expected(request, answer, problems);
    headers(request, answer, problems);
    if (request.family() == Family.PATH) {
      error(request, answer, problems);
    } else {
      declared(request, answer, problems);
    }
    strangers(request, answer, problems);
    return problems;
  }

  private static void expected(FuzzRequest request, FuzzAnswer answer, List<String> problems) {
    Expectation expectation = request.expectation();
    Set<Integer> statuses = expectation.statuses();
    if (!statuses.isEmpty() && !statuses.contains(answer.status())) {
      problems.add(
          "status " + answer.status() + " in place of " + statuses.stream().sorted().toList());
    }
    List<String> named = new ArrayList<>();
    answer.json().at("/attributes/errors").forEach(one -> named.add(one.path("path").asText()));
    String must = expectation.named();
    if (answer.status() == 400
        && must != null
        && named.stream().noneMatch(one -> within(one, must))) {
      problems.add("a 400 that does not name the value");
    }
    String mustNot = expectation.unnamed();
    if (answer.status() == 400 && mustNot != null && named.contains(mustNot)) {
      problems.add("a 400 about a value that the contract allows");
    }
  }

  private static void headers(FuzzRequest request, FuzzAnswer answer, List<String> problems) {
    String told = TOLD.get(answer.status());
    // No header would open an operation whose body holds the key.
    boolean isOpen = answer.status() == 401 && request.operation().open();
    if (told != null && !isOpen && answer.header(told).isEmpty()) {
      problems.add("a " + answer.status() + " without " + told);
    }
    if (answer.header("X-Request-Id").isEmpty()) {
      problems.add("an answer without X-Request-Id");
    }
  }

  private static boolean within(String named, String pointer) {
    return named.equals(pointer) || named.startsWith(pointer + "/");
  }

  private static void declared(FuzzRequest request, FuzzAnswer answer, List<String> problems) {
    if (!request.operation().answers().containsKey(answer.status())) {
      problems.add("status " + answer.status() + " is not declared");
      return;
    }
    if (answer.header("content-type").startsWith(EVENTS)) {
      if (!request.operation().answers().get(answer.status()).contains(EVENTS)) {
        problems.add("a stream of events is not declared");
      }
      return;
    }
    try {
      new ApiReply(answer.status(), answer.headers(), answer.text())
          .matchesContract(request.operation().id());
    } catch (AssertionError e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      String text = String.valueOf(cause.getMessage());
      problems.add("against the contract: " + text.substring(0, Math.min(LONGEST, text.length())));
    }
  }

  /** Where no operation answers, the form of errors holds all the same. */
  private static void error(FuzzRequest request, FuzzAnswer answer, List<String> problems) {
    boolean bare = request.method().equals("HEAD");
    if (!bare
        && answer.json().path("statusCode").asInt() != answer.status()
        && !answer.header("content-type").startsWith("text/html")) {
      problems.add("an error without the form of errors");
    }
  }

  /** Nothing that one account wrote, and no id of what it has, may be seen by the other. */
  private void strangers(FuzzRequest request, FuzzAnswer answer, List<String> problems) {
    if (request.operation().open()) {
      return;
    }
    FuzzAccount owner = request.account().id().equals(one.id()) ? other : one;
    String seen = answer.text();
    String sent = request.text();
    if (seen.contains(owner.marker()) && !sent.contains(owner.marker())) {
      problems.add("a text of another account");
    }
    for (String id : owner.things().guids()) {
      if (seen.contains(id) && !sent.contains(id)) {
        problems.add("an id of another account");
        return;
      }
    }
  }
}
