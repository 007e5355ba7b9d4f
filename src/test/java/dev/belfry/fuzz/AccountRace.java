package dev.belfry.fuzz;

import dev.belfry.fuzz.FuzzContract.Operation;
import dev.belfry.fuzz.FuzzRequest.Family;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Both accounts make things of one kind at once, which the service may write in one statement. Each
 * must get its own. Blocks while they run.
 */
final class AccountRace {
  private static final int EACH = 4;

  private final RaceStage stage;
  private final OwnedKind kind;
  private final Operation make;

  AccountRace(RaceStage stage) {
    this.stage = stage;
    this.kind = stage.anyKind();
    this.make = stage.maker(kind);
  }

  void run() {
    List<FuzzAccount> accounts = stage.generator.accounts();
    List<FuzzRequest> requests = new ArrayList<>();
    for (FuzzAccount account : accounts) {
      for (int i = 0; i < EACH; i++) {
        requests.add(making(account, account, account.marker() + " own " + i));
      }
      // What one writer does wrong must not reach the others of its batch.
      FuzzAccount stranger = other(account);
      requests.add(making(account, stranger, account.marker() + " foreign"));
    }
    Collections.shuffle(requests, stage.random);
    List<FuzzAnswer> answers = stage.send(requests);
    for (int i = 0; i < requests.size(); i++) {
      if (answers.get(i).status() == 201) {
        judge(requests.get(i), answers.get(i));
        delete(requests.get(i).account(), RaceStage.id(kind, answers.get(i)));
      }
    }
  }

  /** Lists must stay short. */
  private void delete(FuzzAccount account, List<String> id) {
    stage.send(
        draft(account, stage.deleter(kind), account.things().withOnly(kind, id))
            .request(Family.RACE, "delete what two accounts made", Expectation.DECLARED));
  }

  private FuzzAccount other(FuzzAccount account) {
    List<FuzzAccount> accounts = stage.generator.accounts();
    return accounts.get(accounts.get(0).id().equals(account.id()) ? 1 : 0);
  }

  private FuzzRequest making(FuzzAccount account, FuzzAccount referred, String name) {
    RequestDraft draft =
        new RequestDraft(
            stage.contract,
            stage.number,
            stage.random,
            account,
            make,
            account.things(),
            referred.things());
    if (!member().isEmpty()) {
      draft.body = draft.json().deepCopy().put(member(), name).toString();
    }
    return draft.request(Family.RACE, "two accounts at once", Expectation.DECLARED);
  }

  /** The free text of the kind, empty when it has none. */
  private String member() {
    return switch (kind) {
      case CHANNEL -> "";
      case VARIABLE -> "value";
      default -> "name";
    };
  }

  private void judge(FuzzRequest request, FuzzAnswer answer) {
    List<String> id = RaceStage.id(kind, answer);
    FuzzAnswer own = stage.send(reading(request.account(), id, Expectation.status(200)));
    stage.send(reading(other(request.account()), id, Expectation.status(404)));
    if (member().isEmpty() || request.text().contains("\"secret\":true")) {
      return;
    }
    String sent = request.json().path(member()).asText();
    for (FuzzAnswer one : List.of(answer, own)) {
      if (!one.json().path(member()).asText().equals(sent)) {
        stage.report.find(request, "the answer to another request", one.shown());
      }
    }
  }

  private RequestDraft draft(FuzzAccount account, Operation operation, OwnedThings things) {
    return new RequestDraft(
        stage.contract, stage.number, stage.random, account, operation, things, things);
  }

  private FuzzRequest reading(FuzzAccount account, List<String> id, Expectation expectation) {
    OwnedThings things = account.things().withOnly(kind, id);
    return draft(account, stage.reader(kind), things)
        .request(Family.RACE, "read what two accounts made at once", expectation);
  }
}
