package dev.belfry.fuzz;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.testing.CheckSamples;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Ids of what an account has, as answers told them. For any thread. */
final class OwnedThings {
  /** Enough to choose from, and few enough for lists to stay short. */
  private static final int MOST = 24;

  private final Map<OwnedKind, List<List<String>>> kept = new EnumMap<>(OwnedKind.class);
  private final Map<OwnedKind, List<List<String>>> passing = new EnumMap<>(OwnedKind.class);
  private final Map<OwnedKind, List<List<String>>> surplus = new EnumMap<>(OwnedKind.class);
  private final Map<String, String> keys = new HashMap<>();

  /** Remembers what is never deleted. */
  synchronized void keep(OwnedKind kind, String... id) {
    kept.computeIfAbsent(kind, first -> new ArrayList<>()).add(List.of(id));
  }

  /** Remembers what may be deleted. */
  synchronized void add(OwnedKind kind, String... id) {
    List<List<String>> ids = passing.computeIfAbsent(kind, first -> new ArrayList<>());
    ids.add(List.of(id));
    if (ids.size() > 4 * MOST) {
      surplus.computeIfAbsent(kind, first -> new ArrayList<>()).add(ids.remove(0));
    }
  }

  /** Those of a kind that are too many to choose from; they are forgotten now. */
  synchronized List<List<String>> takeSurplus(OwnedKind kind) {
    return requireNonNullElse(surplus.remove(kind), List.of());
  }

  /** Remembers the text of a key that the body of an operation must give. */
  synchronized void tell(String operation, String key) {
    keys.put(operation, key);
  }

  /** The text of the key that the body of an operation must give, null for most. */
  synchronized @Nullable String key(String operation) {
    return keys.get(operation);
  }

  /** The same things without those that may be deleted. */
  synchronized OwnedThings staying() {
    OwnedThings staying = new OwnedThings();
    kept.forEach((one, ids) -> staying.kept.put(one, new ArrayList<>(ids)));
    staying.keys.putAll(keys);
    return staying;
  }

  /** The same things, but a single one of a kind, which may be deleted. */
  synchronized OwnedThings withOnly(OwnedKind kind, List<String> id) {
    OwnedThings only = staying();
    only.kept.put(kind, new ArrayList<>(List.of(id)));
    only.passing.put(kind, new ArrayList<>(List.of(id)));
    return only;
  }

  /** Forgets what was deleted. */
  synchronized void remove(OwnedKind kind, List<String> id) {
    List<List<String>> ids = passing.get(kind);
    if (ids != null) {
      ids.removeIf(one -> one.size() >= id.size() && one.subList(0, id.size()).equals(id));
    }
  }

  /** Whether there are so many that some should be deleted. */
  synchronized boolean isFull(OwnedKind kind) {
    return requireNonNullElse(passing.get(kind), List.of()).size() >= MOST;
  }

  /** One that stays, null when there is none. */
  synchronized @Nullable List<String> kept(OwnedKind kind, Random random) {
    return any(requireNonNullElse(kept.get(kind), List.of()), random);
  }

  /** Those that stay, in the order in which they were kept. */
  synchronized List<List<String>> kept(OwnedKind kind) {
    return List.copyOf(requireNonNullElse(kept.get(kind), List.of()));
  }

  /** One that may be deleted, null when there is none. */
  synchronized @Nullable List<String> passing(OwnedKind kind, Random random) {
    return any(requireNonNullElse(passing.get(kind), List.of()), random);
  }

  /** Any one, mostly one that stays; null when there is none. */
  @Nullable List<String> any(OwnedKind kind, Random random) {
    List<String> first = random.nextInt(4) > 0 ? kept(kind, random) : passing(kind, random);
    return first != null ? first : kept(kind, random);
  }

  private static @Nullable List<String> any(List<List<String>> ids, Random random) {
    return ids.isEmpty() ? null : ids.get(random.nextInt(ids.size()));
  }

  /** The GUIDs of what stays. */
  synchronized List<String> guids() {
    return kept.values().stream()
        .flatMap(List::stream)
        .flatMap(List::stream)
        .filter(id -> id.length() == 36)
        .distinct()
        .toList();
  }

  /**
   * Remembers what an answer with 2xx tells.
   *
   * @param path the path parameters of the request
   */
  void learn(String operation, List<String> path, JsonNode answer) {
    String id = answer.path("id").asText();
    CheckSamples.made(operation).ifPresent(type -> learnCheck(type, id, answer));
    switch (operation) {
      case "createCheckGroup", "createCheckGroupV2" -> add(OwnedKind.GROUP, id);
      case "createCheckTrigger" -> learnTrigger(OwnedKind.CHECK, path, answer);
      case "createGroupTrigger" -> learnTrigger(OwnedKind.GROUP, path, answer);
      case "createAlertChannel" -> add(OwnedKind.CHANNEL, id);
      case "testAlertChannel" -> add(OwnedKind.NOTIFICATION, id);
      case "createService" -> add(OwnedKind.SERVICE, id);
      case "createIncident" -> {
        add(OwnedKind.INCIDENT, id);
        add(OwnedKind.INCIDENT_UPDATE, id, answer.at("/incidentUpdates/0/id").asText());
      }
      case "createIncidentUpdate" -> add(OwnedKind.INCIDENT_UPDATE, path.get(0), id);
      case "createStatusPage" -> {
        add(OwnedKind.PAGE, id);
        if (!answer.path("isPrivate").asBoolean() && !answer.hasNonNull("redirectTo")) {
          add(OwnedKind.PAGE_URL, answer.path("url").asText());
        }
      }
      case "createSubscription" -> add(OwnedKind.SUBSCRIPTION, path.get(0), id);
      case "createStatusPageKey" -> add(OwnedKind.PAGE_KEY, path.get(0), id);
      case "createPrivateLocation" -> {
        add(OwnedKind.LOCATION, id, answer.path("slugName").asText());
        add(OwnedKind.LOCATION_KEY, id, answer.at("/keys/0/id").asText());
      }
      case "createPrivateLocationKey" -> add(OwnedKind.LOCATION_KEY, path.get(0), id);
      case "createVariable" -> add(OwnedKind.VARIABLE, answer.path("key").asText());
      case "createClientCertificate" -> add(OwnedKind.CLIENT_CERTIFICATE, id);
      case "createMaintenanceWindow" -> add(OwnedKind.WINDOW, id);
      case "createObjective" -> add(OwnedKind.OBJECTIVE, id);
      case "createTeam" -> add(OwnedKind.TEAM, id);
      case "createOnCallSchedule" -> add(OwnedKind.ON_CALL, id);
      case "createOnCallOverride" -> add(OwnedKind.OVERRIDE, path.get(0), id);
      case "triggerCheckSessions", "triggerCheckSessionsV1" ->
          answer
              .path("sessions")
              .forEach(one -> add(OwnedKind.SESSION, one.path("checkSessionId").asText()));
      case "runTestSession", "triggerTestSession" -> {
        String session = answer.path("testSessionId").asText();
        if (answer.hasNonNull("testSessionId")) {
          add(OwnedKind.TEST_SESSION, session);
          answer
              .path("testResultIds")
              .forEach(result -> add(OwnedKind.TEST_RESULT, session, result.asText()));
        }
      }
      case "deployProject" -> {
        String project = answer.path("logicalId").asText();
        if (!id.isEmpty() && !project.isEmpty()) {
          add(OwnedKind.DEPLOYMENT, project, id);
        }
      }
      case "deployProjectAtOnce" ->
          add(OwnedKind.PROJECT, answer.at("/project/logicalId").asText());
      case "createApiKey" -> add(OwnedKind.API_KEY, id);
      case "inviteMember" -> {
        add(OwnedKind.INVITATION, id);
        add(OwnedKind.INVITATION_OF_ACCOUNT, answer.path("accountId").asText(), id);
      }
      default -> {}
    }
  }

  /** The trigger URLs of things that stay are kept ones. */
  private synchronized void learnTrigger(OwnedKind owner, List<String> path, JsonNode answer) {
    String id = path.get(0);
    OwnedKind kind = owner == OwnedKind.CHECK ? OwnedKind.CHECK_TRIGGER : OwnedKind.GROUP_TRIGGER;
    if (!kept(owner).contains(List.of(id))) {
      add(kind, id, answer.path("token").asText());
    }
  }

  /** A check of a type that has operations of its own is also a thing of that type. */
  private void learnCheck(CheckType type, String id, JsonNode answer) {
    add(OwnedKind.CHECK, id);
    OwnedKind.ofCheck(type).ifPresent(kind -> add(kind, id));
    if (answer.path("groupId").isNumber()) {
      add(OwnedKind.MEMBER, answer.get("groupId").asText(), id);
    }
  }
}
