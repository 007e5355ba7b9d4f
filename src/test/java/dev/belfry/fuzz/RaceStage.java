package dev.belfry.fuzz;

import static java.util.Objects.requireNonNull;

import dev.belfry.fuzz.FuzzContract.Operation;
import dev.belfry.fuzz.FuzzRequest.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Things of its own for the requests of one number, which nothing else touches meanwhile. */
final class RaceStage {
  private static final Map<OwnedKind, String> MAKERS =
      Map.of(
          OwnedKind.CHANNEL, "createAlertChannel",
          OwnedKind.GROUP, "createCheckGroupV2",
          OwnedKind.CHECK, "createUrlMonitor",
          OwnedKind.SERVICE, "createService",
          OwnedKind.LOCATION, "createPrivateLocation",
          OwnedKind.INCIDENT, "createIncident",
          OwnedKind.PAGE, "createStatusPage",
          OwnedKind.WINDOW, "createMaintenanceWindow",
          OwnedKind.VARIABLE, "createVariable");

  /** The kinds that can be made. */
  static final List<OwnedKind> KINDS = MAKERS.keySet().stream().sorted().toList();

  final FuzzContract contract;
  final RequestGenerator generator;
  final long number;
  final FuzzReport report;
  final Random random;
  final FuzzAccount account;
  private final Exchange exchange;
  private final List<Runnable> lessons = new ArrayList<>();

  /**
   * @param number makes the same requests again
   * @param exchange sends requests at once and judges the answers
   */
  RaceStage(
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

  List<FuzzAnswer> send(List<FuzzRequest> requests) {
    List<FuzzAnswer> answers = exchange.send(requests);
    for (int i = 0; i < requests.size(); i++) {
      FuzzRequest request = requests.get(i);
      FuzzAnswer answer = answers.get(i);
      lessons.add(() -> request.learn(answer));
    }
    return answers;
  }

  FuzzAnswer send(FuzzRequest request) {
    return send(List.of(request)).get(0);
  }

  /** Lets others use what was made. */
  void end() {
    lessons.forEach(Runnable::run);
  }

  RequestDraft draft(Operation operation, OwnedThings things) {
    return new RequestDraft(contract, number, random, account, operation, things, things);
  }

  OwnedKind anyKind() {
    return KINDS.get(random.nextInt(KINDS.size()));
  }

  Operation maker(OwnedKind kind) {
    return contract.operation(requireNonNull(MAKERS.get(kind)));
  }

  /** The operation that reads one of a kind. */
  Operation reader(OwnedKind kind) {
    return contract.operations().stream()
        .filter(one -> one.method().equals("GET") && one.path().equals(kind.template()))
        .findFirst()
        .orElseThrow();
  }

  /** The operation that deletes one of a kind. */
  Operation deleter(OwnedKind kind) {
    return contract.operations().stream()
        .filter(one -> one.method().equals("DELETE") && one.path().equals(kind.template()))
        .findFirst()
        .orElseThrow();
  }

  /** A new thing of its own; null when none could be made. */
  @Nullable OwnedThings make(OwnedKind kind) {
    return make(kind, account.things());
  }

  /** A new thing of its own that refers to some of others; null when none could be made. */
  @Nullable OwnedThings make(OwnedKind kind, OwnedThings others) {
    RequestDraft draft = draft(maker(kind), others);
    FuzzAnswer answer = send(draft.request(Family.RACE, "made", Expectation.DECLARED));
    return answer.status() == 201 ? account.things().withOnly(kind, id(kind, answer)) : null;
  }

  /** The id that an answer tells. */
  static List<String> id(OwnedKind kind, FuzzAnswer answer) {
    String id = answer.json().path(kind == OwnedKind.VARIABLE ? "key" : "id").asText();
    String slug = answer.json().path("slugName").asText();
    return slug.isEmpty() ? List.of(id) : List.of(id, slug);
  }
}
