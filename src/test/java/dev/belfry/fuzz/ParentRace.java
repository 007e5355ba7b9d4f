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
import java.util.Set;
import java.util.stream.StreamSupport;

/** A thing is deleted while other requests begin to refer to it. Blocks while they run. */
final class ParentRace {
  private static final Map<OwnedKind, List<String>> REFERRING =
      Map.of(
          OwnedKind.CHANNEL,
          List.of(
              "createUrlMonitor",
              "updateUrlMonitor",
              "createCheckGroup",
              "createCheckGroupV2",
              "updateCheckGroupV2",
              "subscribeAlertChannel",
              "testAlertChannel"),
          OwnedKind.GROUP,
          List.of(
              "createUrlMonitor",
              "updateUrlMonitor",
              "createAlertChannel",
              "subscribeAlertChannel"),
          OwnedKind.CHECK,
          List.of("createAlertChannel", "subscribeAlertChannel", "triggerCheckSessions"),
          OwnedKind.SERVICE,
          List.of(
              "createStatusPage",
              "updateStatusPage",
              "createIncident",
              "updateIncident",
              "createMaintenanceWindow",
              "updateMaintenanceWindow",
              "createUrlMonitor",
              "updateUrlMonitor"),
          OwnedKind.LOCATION,
          List.of(
              "createUrlMonitor",
              "updateUrlMonitor",
              "createCheckGroupV2",
              "updateCheckGroupV2",
              "createPrivateLocationKey"),
          OwnedKind.PAGE,
          List.of("createSubscription", "createStatusPageKey", "updateStatusPage"),
          OwnedKind.INCIDENT,
          List.of("createIncidentUpdate", "updateIncident", "patchIncident"));

  private static final List<OwnedKind> KINDS = REFERRING.keySet().stream().sorted().toList();
  private static final Set<Integer> GONE_OR_IN_USE = Set.of(404, 409);

  private final RaceStage stage;
  private final OwnedKind kind;

  ParentRace(RaceStage stage) {
    this.stage = stage;
    this.kind = KINDS.get(stage.random.nextInt(KINDS.size()));
  }

  void run() {
    OwnedThings only = stage.make(kind);
    if (only == null) {
      return;
    }
    List<String> id = only.kept(kind).get(0);
    List<FuzzRequest> requests = new ArrayList<>(Collections.nCopies(2, delete(only)));
    for (String name : requireNonNull(REFERRING.get(kind))) {
      if (stage.random.nextInt(4) > 0) {
        requests.add(referring(stage.contract.operation(name), only, id));
      }
    }
    Collections.shuffle(requests, stage.random);
    judge(requests, stage.send(requests), only, id);
  }

  private FuzzRequest delete(OwnedThings only) {
    return stage
        .draft(stage.deleter(kind), only)
        .request(Family.RACE, what(), Expectation.DECLARED);
  }

  private String what() {
    return "delete a " + kind + " while others begin to refer to it";
  }

  private FuzzRequest referring(Operation operation, OwnedThings only, List<String> id) {
    RequestDraft draft = stage.draft(operation, only);
    if (operation.takesJson()) {
      ObjectNode body = draft.json();
      refer(body, operation.body().path("properties"), id);
      draft.body = body.toString();
    }
    return draft.request(Family.RACE, what(), Expectation.DECLARED);
  }

  /** Makes a body name the thing in the member that the operation has for it. */
  private void refer(ObjectNode body, JsonNode members, List<String> id) {
    switch (kind) {
      case CHANNEL -> {
        if (members.has("alertChannelSubscriptions")) {
          body.putArray("alertChannelSubscriptions")
              .addObject()
              .put("alertChannelId", Long.valueOf(id.get(0)))
              .put("activated", true);
        }
      }
      case GROUP -> {
        ObjectNode subject = subject(body, members);
        subject.remove("checkId");
        subject.put("groupId", Long.valueOf(id.get(0)));
      }
      case CHECK -> {
        ObjectNode subject = subject(body, members);
        subject.remove("groupId");
        subject.put("checkId", id.get(0));
      }
      case SERVICE -> service(body, members, id.get(0));
      case LOCATION -> {
        if (members.has("privateLocations")) {
          body.putArray("privateLocations").add(id.get(1));
        }
      }
      default -> {}
    }
  }

  /** The object of a body that names a check or group. */
  private static ObjectNode subject(ObjectNode body, JsonNode members) {
    if (members.has("subscriptions")) {
      return body.putArray("subscriptions").addObject().put("activated", true);
    }
    return members.has("target") ? body.putObject("target") : body;
  }

  private static void service(ObjectNode body, JsonNode members, String id) {
    if (members.has("cards")) {
      body.putArray("cards")
          .addObject()
          .put("name", "x")
          .putArray("services")
          .addObject()
          .put("id", id);
    } else if (members.has("services")) {
      body.putArray("services").addObject().put("id", id);
    } else if (members.has("statusPageVisibility")) {
      body.putObject("statusPageVisibility").put("enabled", true).putArray("serviceIds").add(id);
    } else {
      body.putObject("triggerIncident")
          .put("serviceId", id)
          .put("severity", "MAJOR")
          .put("name", "x")
          .put("description", "x")
          .put("notifySubscribers", false);
    }
  }

  private void judge(
      List<FuzzRequest> requests, List<FuzzAnswer> answers, OwnedThings only, List<String> id) {
    int deleted = 0;
    for (int i = 0; i < requests.size(); i++) {
      FuzzRequest request = requests.get(i);
      if (request.method().equals("DELETE")) {
        int status = answers.get(i).status();
        deleted += answers.get(i).isSuccess() ? 1 : 0;
        if (!answers.get(i).isSuccess() && !GONE_OR_IN_USE.contains(status)) {
          stage.report.find(request, "a deletion that is " + status, answers.get(i).shown());
        }
        if (deleted > 1) {
          stage.report.find(request, "two deletions of one thing", answers.get(i).shown());
        }
      }
    }
    if (deleted > 0) {
      stage.send(
          stage
              .draft(stage.reader(kind), only)
              .request(Family.RACE, "read what is deleted", Expectation.status(404)));
      for (int i = 0; i < requests.size(); i++) {
        if (answers.get(i).isSuccess() && !requests.get(i).method().equals("DELETE")) {
          readAgain(requests.get(i), answers.get(i), id);
        }
      }
    }
  }

  /** Nothing that is left may refer to what is gone. */
  private void readAgain(FuzzRequest request, FuzzAnswer answer, List<String> id) {
    OwnedKind child =
        RaceStage.KINDS.stream()
            .filter(one -> one != kind)
            .filter(
                one ->
                    stage.maker(one).equals(request.operation())
                        || (request.method().equals("PUT")
                            && OwnedKind.of(request.operation().path()).stream()
                                .anyMatch(one::equals)))
            .findFirst()
            .orElse(null);
    if (child == null) {
      return;
    }
    OwnedThings made = stage.account.things().withOnly(child, RaceStage.id(child, answer));
    FuzzAnswer now =
        stage.send(
            stage
                .draft(stage.reader(child), made)
                .request(Family.RACE, "read what referred to it", Expectation.DECLARED));
    if (now.status() == 200 && refers(now.json(), id)) {
      stage.report.find(request, "refers to the " + kind + " that is deleted", now.shown());
    }
  }

  private boolean refers(JsonNode seen, List<String> id) {
    return switch (kind) {
      case CHANNEL -> seen.findValuesAsText("alertChannelId").contains(id.get(0));
      case GROUP -> seen.findValuesAsText("groupId").contains(id.get(0));
      case LOCATION ->
          StreamSupport.stream(seen.path("privateLocations").spliterator(), false)
              .anyMatch(one -> one.asText().equals(id.get(1)));
      default -> seen.toString().contains(id.get(0));
    };
  }
}
