package dev.belfry.fuzz;

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

/** Operations on one thing at the same time. Blocks while they run. */
final class Race {
  private static final int WRITERS = 5;

  /** What may refer to a thing of each kind. */
  private static final Map<OwnedKind, List<String>> REFERRING =
      Map.of(
          OwnedKind.CHANNEL,
          List.of(
              "createUrlMonitor",
              "createCheckGroup",
              "createCheckGroupV2",
              "updateUrlMonitor",
              "updateCheckGroup",
              "updateCheckGroupV2"),
          OwnedKind.GROUP,
          List.of(
              "createUrlMonitor",
              "updateUrlMonitor",
              "subscribeAlertChannel",
              "createAlertChannel"),
          OwnedKind.CHECK,
          List.of(
              "subscribeAlertChannel",
              "createAlertChannel",
              "triggerCheckSessions",
              "triggerTestSession"),
          OwnedKind.SERVICE,
          List.of(
              "createStatusPage",
              "updateStatusPage",
              "createIncident",
              "updateIncident",
              "patchIncident",
              "createMaintenanceWindow",
              "updateMaintenanceWindow",
              "createUrlMonitor"),
          OwnedKind.LOCATION,
          List.of("createUrlMonitor", "createCheckGroupV2"));

  private final RaceStage stage;
  private final FuzzContract contract;
  private final Random random;

  Race(RaceStage stage) {
    this.stage = stage;
    this.contract = stage.contract;
    this.random = stage.random;
  }

  void run() {
    switch (random.nextInt(10)) {
      case 0 -> oneTag(stage.anyKind());
      case 1 -> oneKey();
      case 2 -> oneName();
      case 3, 4 -> new ParentRace(stage).run();
      case 5 -> new AccountRace(stage).run();
      case 6 -> new RoundTrip(stage).run();
      default -> all(stage.anyKind());
    }
    stage.end();
  }

  /** Everything that can be done with one thing, at once. */
  private void all(OwnedKind kind) {
    OwnedThings only = stage.make(kind);
    if (only == null) {
      return;
    }
    Stream<Operation> direct =
        contract.operations().stream()
            .filter(one -> !one.takes("maxWaitSeconds") && !one.id().startsWith("follow"))
            .filter(one -> OwnedKind.of(one.path()).filter(kind::equals).isPresent())
            .filter(one -> one.writes() || random.nextInt(4) == 0);
    Stream<Operation> referring =
        REFERRING.getOrDefault(kind, List.of()).stream().map(contract::operation);
    List<FuzzRequest> requests = new ArrayList<>();
    Stream.concat(direct, referring)
        .filter(one -> one.method().equals("DELETE") || random.nextInt(2) == 0)
        .forEach(
            operation ->
                requests.add(
                    richDraft(operation, only)
                        .request(Family.RACE, "all on one " + kind, Expectation.DECLARED)));
    Collections.shuffle(requests, random);
    stage.send(requests);
  }

  /** A draft that names or refers to the one thing, if it can. */
  private RequestDraft richDraft(Operation operation, OwnedThings only) {
    RequestDraft draft = stage.draft(operation, only);
    for (int i = 0; i < 4 && operation.takesJson() && draft.json().size() < 4; i++) {
      draft = stage.draft(operation, only);
    }
    return draft;
  }

  /** Several writers that have read the same state: one may write. */
  private void oneTag(OwnedKind kind) {
    OwnedThings only = stage.make(kind);
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
    RequestDraft draft = stage.draft(update, only);
    FuzzRequest first = draft.request(Family.RACE, "one tag, before", Expectation.DECLARED);
    if (stage.send(first).status() != 200) {
      return;
    }
    Operation read = contract.readOf(update).orElseThrow();
    FuzzAnswer before =
        stage.send(
            stage.draft(read, only).request(Family.RACE, "one tag, read", Expectation.DECLARED));
    String tag = before.header("etag");
    List<FuzzRequest> writers = new ArrayList<>();
    for (String body : varied(draft, before.json())) {
      draft.body = body;
      writers.add(
          draft
              .request(Family.RACE, "one tag", Expectation.status(200, 412))
              .with("if-match", tag));
    }
    long winners = stage.send(writers).stream().filter(answer -> answer.status() == 200).count();
    // None wins when a channel is subscribed by itself meanwhile, which changes the tag.
    if (winners > 1) {
      stage.report.find(writers.get(0), "several writers won", winners + " of " + WRITERS);
    }
  }

  /** Bodies that each change what was read: one that does not leaves the tag to another. */
  private List<String> varied(RequestDraft draft, JsonNode before) {
    if (draft.operation.id().equals("subscribeAlertChannel")) {
      List<String> subscribed = before.path("subscriptions").findValuesAsText("checkId");
      return stage.account.things().kept(OwnedKind.CHECK).stream()
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
        .mapToObj(
            i -> draft.json().deepCopy().put(member, stage.account.marker() + " " + i).toString())
        .toList();
  }

  /** One request several times under one key: it is done once. */
  private void oneKey() {
    RequestDraft draft =
        stage.generator.draft(
            stage.number,
            random,
            stage.account,
            one -> one.takes("Idempotency-Key") && one.takesJson() && one.writes());
    draft.headers.put("idempotency-key", "\"race-" + stage.account.name() + stage.number + "\"");
    FuzzRequest request = draft.request(Family.RACE, "one key", Expectation.DECLARED);
    List<FuzzAnswer> answers = stage.send(List.of(request, request, request));
    FuzzAnswer again = stage.send(request);
    for (FuzzAnswer answer : answers) {
      if (answer.isSuccess()
          && (answer.status() != again.status() || !answer.body().equals(again.body()))) {
        stage.report.find(request, "another answer under one key", again.shown());
      }
    }
    if (again.isSuccess()) {
      draft.body = draft.json().deepCopy().put("another member", 1).toString();
      stage.send(draft.request(Family.RACE, "one key, another body", Expectation.status(422)));
    }
  }

  /** Several that want one name: one gets it. */
  private void oneName() {
    List<String> unique = List.of("createVariable", "createStatusPage", "createPrivateLocation");
    Operation operation = contract.operation(unique.get(random.nextInt(unique.size())));
    FuzzRequest request =
        stage
            .generator
            .draft(stage.number, random, stage.account, operation)
            .request(Family.RACE, "one name", Expectation.DECLARED);
    List<FuzzAnswer> answers = stage.send(List.of(request, request, request));
    long winners = answers.stream().filter(answer -> answer.status() == 201).count();
    if (winners > 1) {
      stage.report.find(request, winners + " got one name", answers.get(0).shown());
    }
  }
}
