package dev.belfry.fuzz;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.fuzz.FuzzContract.Operation;
import dev.belfry.fuzz.FuzzRequest.Family;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Operations on one thing at the same time. Blocks while they run. */
final class Race {
  private static final int WRITERS = 5;

  /** How each kind is made, and what may refer to it. */
  private static final Map<OwnedKind, List<String>> MADE_AND_REFERRED =
      Map.of(
          OwnedKind.CHANNEL,
          List.of(
              "createAlertChannel",
              "createUrlMonitor",
              "createCheckGroup",
              "createCheckGroupV2",
              "updateUrlMonitor",
              "updateCheckGroup",
              "updateCheckGroupV2"),
          OwnedKind.GROUP,
          List.of(
              "createCheckGroupV2",
              "createUrlMonitor",
              "updateUrlMonitor",
              "subscribeAlertChannel",
              "createAlertChannel"),
          OwnedKind.CHECK,
          List.of(
              "createUrlMonitor",
              "subscribeAlertChannel",
              "createAlertChannel",
              "triggerCheckSessions",
              "triggerTestSession"),
          OwnedKind.SERVICE,
          List.of(
              "createService",
              "createStatusPage",
              "updateStatusPage",
              "createIncident",
              "updateIncident",
              "patchIncident",
              "createMaintenanceWindow",
              "updateMaintenanceWindow",
              "createUrlMonitor"),
          OwnedKind.LOCATION,
          List.of("createPrivateLocation", "createUrlMonitor", "createCheckGroupV2"),
          OwnedKind.INCIDENT,
          List.of("createIncident"),
          OwnedKind.PAGE,
          List.of("createStatusPage"),
          OwnedKind.WINDOW,
          List.of("createMaintenanceWindow"),
          OwnedKind.VARIABLE,
          List.of("createVariable"));

  private static final List<OwnedKind> KINDS =
      MADE_AND_REFERRED.keySet().stream().sorted().toList();

  private final FuzzContract contract;
  private final RequestGenerator generator;
  private final long number;
  private final Exchange exchange;
  private final FuzzReport report;
  private final Random random;
  private final FuzzAccount account;
  private final List<Runnable> lessons = new ArrayList<>();

  /**
   * @param number makes the same race again
   * @param exchange sends requests at once and judges the answers
   */
  Race(
      FuzzContract contract,
      RequestGenerator generator,
      long number,
      Exchange exchange,
      FuzzReport report) {
    this.contract = contract;
    this.generator = generator;
    this.number = number;
    this.exchange = exchange;
    this.report = report;
    this.random = generator.random(number);
    this.account = generator.account(random);
  }

  /** Sends requests at once; their answers in the same order. */
  interface Exchange {
    List<FuzzAnswer> send(List<FuzzRequest> requests);
  }

  void run() {
    OwnedKind kind = KINDS.get(random.nextInt(KINDS.size()));
    switch (random.nextInt(5)) {
      case 0 -> oneTag(kind);
      case 1 -> oneKey();
      case 2 -> oneName();
      default -> all(kind);
    }
    // Others may use what was made once the race is over.
    lessons.forEach(Runnable::run);
  }

  private List<FuzzAnswer> send(List<FuzzRequest> requests) {
    List<FuzzAnswer> answers = exchange.send(requests);
    for (int i = 0; i < requests.size(); i++) {
      FuzzRequest request = requests.get(i);
      FuzzAnswer answer = answers.get(i);
      lessons.add(() -> request.learn(answer));
    }
    return answers;
  }

  private RequestDraft draft(Operation operation, OwnedThings things) {
    return new RequestDraft(contract, number, random, account, operation, things, things);
  }

  private static List<String> operations(OwnedKind kind) {
    return requireNonNull(MADE_AND_REFERRED.get(kind));
  }

  private Operation maker(OwnedKind kind) {
    return contract.operation(operations(kind).get(0));
  }

  /** A new thing of its own; null when none could be made. */
  private @Nullable OwnedThings make(OwnedKind kind) {
    RequestDraft draft = generator.draft(number, random, account, maker(kind));
    draft.query.removeIf(one -> one.startsWith("dryRun"));
    FuzzAnswer answer = send(draft.request(Family.RACE, "made", Expectation.DECLARED));
    if (answer.status() != 201) {
      return null;
    }
    String id = answer.json().path(kind == OwnedKind.VARIABLE ? "key" : "id").asText();
    String slug = answer.json().path("slugName").asText();
    return account.things().withOnly(kind, slug.isEmpty() ? List.of(id) : List.of(id, slug));
  }

  /** Everything that can be done with one thing, at once. */
  private void all(OwnedKind kind) {
    OwnedThings only = make(kind);
    if (only == null) {
      return;
    }
    Stream<Operation> direct =
        contract.operations().stream()
            .filter(one -> !one.takes("maxWaitSeconds") && !one.id().startsWith("follow"))
            .filter(one -> OwnedKind.of(one.path()).filter(kind::equals).isPresent())
            .filter(one -> one.writes() || random.nextInt(4) == 0);
    Stream<Operation> referring = operations(kind).stream().skip(1).map(contract::operation);
    List<FuzzRequest> requests = new ArrayList<>();
    Stream.concat(direct, referring)
        .filter(one -> one.method().equals("DELETE") || random.nextInt(2) == 0)
        .forEach(
            operation ->
                requests.add(
                    richDraft(operation, only)
                        .request(Family.RACE, "all on one " + kind, Expectation.DECLARED)));
    Collections.shuffle(requests, random);
    send(requests);
  }

  /** A draft that names or refers to the one thing, if it can. */
  private RequestDraft richDraft(Operation operation, OwnedThings only) {
    RequestDraft draft = draft(operation, only);
    for (int i = 0; i < 4 && operation.takesJson() && draft.json().size() < 4; i++) {
      draft = draft(operation, only);
    }
    return draft;
  }

  /** Several writers that have read the same state: one may write. */
  private void oneTag(OwnedKind kind) {
    OwnedThings only = make(kind);
    List<Operation> updates =
        contract.operations().stream()
            .filter(one -> one.method().equals("PUT") || one.method().equals("PATCH"))
            .filter(one -> one.takes("If-Match"))
            .filter(one -> OwnedKind.of(one.path()).filter(kind::equals).isPresent())
            .toList();
    if (only == null || updates.isEmpty()) {
      return;
    }
    Operation update = updates.get(random.nextInt(updates.size()));
    RequestDraft draft = draft(update, only);
    FuzzRequest first = draft.request(Family.RACE, "one tag, before", Expectation.DECLARED);
    if (send(first).status() != 200) {
      return;
    }
    Operation read =
        contract.operations().stream()
            .filter(one -> one.method().equals("GET"))
            .filter(
                one ->
                    (update.path() + "/")
                        .replace("/url/", "/")
                        .startsWith(
                            one.path().replaceFirst("^/v\\d", update.path().substring(0, 3)) + "/"))
            .filter(one -> OwnedKind.of(one.path()).filter(kind::equals).isPresent())
            .findFirst()
            .orElseThrow();
    FuzzAnswer before =
        send(draft(read, only).request(Family.RACE, "one tag, read", Expectation.DECLARED));
    String tag = before.header("etag");
    List<FuzzRequest> writers = new ArrayList<>();
    for (String body : varied(draft, before.json())) {
      draft.body = body;
      writers.add(
          draft
              .request(Family.RACE, "one tag", Expectation.status(200, 412))
              .with("if-match", tag));
    }
    long winners = send(writers).stream().filter(answer -> answer.status() == 200).count();
    // None wins when a channel is subscribed by itself meanwhile, which changes the tag.
    if (winners > 1) {
      report.find(writers.get(0), "several writers won", winners + " of " + WRITERS);
    }
  }

  /** Bodies that each change what was read: one that does not leaves the tag to another. */
  private List<String> varied(RequestDraft draft, JsonNode before) {
    if (draft.operation.id().equals("subscribeAlertChannel")) {
      List<String> subscribed = before.path("subscriptions").findValuesAsText("checkId");
      return account.things().kept(OwnedKind.CHECK).stream()
          .map(check -> check.get(0))
          .filter(check -> !subscribed.contains(check))
          .map(
              check ->
                  draft
                      .json()
                      .deepCopy()
                      .<ObjectNode>without("groupId")
                      .put("checkId", check)
                      .toString())
          .toList();
    }
    String member = draft.operation.body().path("properties").has("name") ? "name" : "value";
    return IntStream.range(0, WRITERS)
        .mapToObj(i -> draft.json().deepCopy().put(member, account.marker() + " " + i).toString())
        .toList();
  }

  /** One request several times under one key: it is done once. */
  private void oneKey() {
    RequestDraft draft =
        generator.draft(
            number,
            random,
            account,
            one -> one.takes("Idempotency-Key") && one.takesJson() && one.writes());
    draft.headers.put("idempotency-key", "\"race-" + account.name() + number + "\"");
    FuzzRequest request = draft.request(Family.RACE, "one key", Expectation.DECLARED);
    List<FuzzAnswer> answers = send(List.of(request, request, request));
    FuzzAnswer again = send(request);
    for (FuzzAnswer answer : answers) {
      if (answer.status() == 201 && !answer.body().equals(again.body())) {
        report.find(request, "another answer under one key", again.shown());
      }
    }
    if (again.status() == 201) {
      draft.body = draft.json().deepCopy().put("another member", 1).toString();
      send(draft.request(Family.RACE, "one key, another body", Expectation.status(422)));
    }
  }

  /** Several that want one name: one gets it. */
  private void oneName() {
    List<String> unique = List.of("createVariable", "createStatusPage", "createPrivateLocation");
    Operation operation = contract.operation(unique.get(random.nextInt(unique.size())));
    FuzzRequest request =
        generator
            .draft(number, random, account, operation)
            .request(Family.RACE, "one name", Expectation.DECLARED);
    List<FuzzAnswer> answers = send(List.of(request, request, request));
    long winners = answers.stream().filter(answer -> answer.status() == 201).count();
    if (winners > 1) {
      report.find(request, winners + " got one name", answers.get(0).shown());
    }
  }

  private FuzzAnswer send(FuzzRequest request) {
    return send(List.of(request)).get(0);
  }
}
