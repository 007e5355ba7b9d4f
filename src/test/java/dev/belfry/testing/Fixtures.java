package dev.belfry.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.monitoring.check.CheckType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One of each resource in an account, found again by the path it lives under. */
public final class Fixtures {
  /** What the service writes itself, whoever asks. */
  private static final String MADE_BY_RUNNING =
      "read(CheckResult|CheckStatus|Alert|CheckOverview|HeartbeatEvent|PrometheusMetrics"
          + "|ObjectiveStatus|OnCall|OnCallSchedule)";

  private static final String UPDATES = "/incident-updates/";

  private final ApiClient client;
  private final Map<String, String> idByPrefix = new LinkedHashMap<>();

  private Fixtures(ApiClient client) {
    this.client = client;
  }

  /** Makes them through the API. */
  public static Fixtures create(ApiClient client, UUID account) {
    Fixtures made = new Fixtures(client);
    String channel =
        made.make(
            "/v1/alert-channels",
            "{\"type\":\"WEBHOOK\",\"config\":{\"url\":\"http://169.254.169.254/never\"}}");
    String service = made.make("/v1/status-pages/services", "{\"name\":\"Web\"}");
    String group = made.make("/v2/check-groups", "{\"name\":\"Group\"}");
    String check =
        made.make(
            "/v1/checks/api", // The type that the operations without a type change too.
            "{\"name\":\"Home\",\"groupId\":"
                + group
                + ",\"request\":{\"url\":\"https://e.org\"}}");
    JsonNode incident =
        client
            .post(
                "/v1/status-pages/incidents",
                """
                {"name":"Down","severity":"MAJOR","services":[{"id":"%s"}],
                 "incidentUpdates":[{"description":"Looking"}]}"""
                    .formatted(service))
            .hasStatus(201)
            .json();
    JsonNode location =
        client
            .post("/v1/private-locations", "{\"name\":\"Cellar\",\"slugName\":\"cellar\"}")
            .hasStatus(201)
            .json();
    made.idByPrefix.put("/v1/private-locations/", location.path("id").asText());
    made.idByPrefix.put("/keys/", location.at("/keys/0/id").asText());
    String page =
        made.make(
            "/v1/status-pages",
            """
            {"name":"Acme","url":"p%s","cards":[{"name":"Shop","services":[{"id":"%s"}]}]}"""
                .formatted(service, service));
    String subscription =
        made.make(
            "/v1/status-pages/" + page + "/subscriptions",
            "{\"type\":\"EMAIL\",\"config\":\"reader@example.org\"}");
    made.idByPrefix.put("/v1/status-pages/", page);
    made.idByPrefix.put("/status/", "p" + service);
    made.idByPrefix.put("/history/", "2026-01");
    made.idByPrefix.put(
        page + "/keys/", made.make("/v1/status-pages/" + page + "/keys", "{\"name\":\"Press\"}"));
    made.idByPrefix.put("/subscriptions/", subscription);
    String session = SettledFixtures.session(client, check);
    made.idByPrefix.put("/v1/check-sessions/", session);
    made.idByPrefix.put("/v2/check-sessions/", session);
    made.idByPrefix.putAll(TestSessionSample.start(client, check));
    made.idByPrefix.put("/v1/alert-channels/", channel);
    client.post("/v1/variables", "{\"key\":\"ACME\",\"value\":\"x\"}").hasStatus(201);
    made.idByPrefix.put("/v1/variables/", "ACME");
    made.add("/v1/api-keys", "{\"name\":\"Robot\",\"scope\":\"READ\"}");
    made.idByPrefix.putAll(SettledFixtures.people(client, account));
    made.idByPrefix.put("/v2/check-alerts/", SettledFixtures.alert(client));
    made.idByPrefix.put("/v1/alert-groups/", SettledFixtures.group(client));
    made.idByPrefix.putAll(Map.of("/v1/alert-links/", "nonsense", "/v1/alert-hooks/", "none"));
    made.add(
        "/v1/maintenance-windows",
        """
        {"name":"Backup","startsAt":"2026-03-01T01:00:00Z","endsAt":"2026-03-01T03:00:00Z",
         "tags":["database"]}""");
    made.add("/v1/objectives", "{\"name\":\"Works\",\"target\":99.9,\"groupId\":" + group + "}");
    made.idByPrefix.putAll(OnCallFixtures.create(client));
    made.add(
        "/v1/client-certificates", ContractExamples.body("createClientCertificate").toString());
    made.idByPrefix.put("/v1/alert-notifications/", SettledFixtures.message(client, channel));
    made.idByPrefix.put("/v1/projects/", "fixtures");
    made.idByPrefix.put("/next/projects/", "fixtures");
    made.idByPrefix.put(
        "/deployments/",
        client
            .post(
                "/v1/projects/deploy",
                """
                {"project":{"logicalId":"fixtures","name":"Fixtures"},"resources":[
                 {"logicalId":"deployed","type":"status-page-service","payload":{"name":"Deployed"}}]}""")
            .hasStatus(202)
            .id());
    made.idByPrefix.put("/v1/status-pages/services/", service);
    made.idByPrefix.put("/v1/status-pages/incidents/", incident.path("id").asText());
    made.idByPrefix.put("/incidents/", incident.path("id").asText());
    made.idByPrefix.put("/v1/incident-audience/", incident.path("id").asText());
    made.idByPrefix.put(UPDATES, incident.at("/incidentUpdates/0/id").asText());
    made.idByPrefix.put("/history/", "2026-03");
    made.idByPrefix.put("/v1/check-groups/", group);
    made.idByPrefix.put("/v2/check-groups/", group);
    CheckSamples.types()
        .forEach(
            type -> {
              boolean known = type == CheckType.API;
              String path = CheckSamples.path(type);
              String id = known ? check : made.make(path, CheckSamples.body(type, "Home"));
              made.idByPrefix.put(path + "/", id);
              made.idByPrefix.put(path + "s/", id);
              made.idByPrefix.put(analytics(type), id);
            });
    made.idByPrefix.put("/v1/deleted-resources/", SettledFixtures.deleted(client));
    made.trigger("/v1/triggers/checks/", check);
    made.trigger("/v1/triggers/check-groups/", group);
    made.idByPrefix.put("/events/", "019cad93-2e60-8000-8000-00000000002a");
    made.idByPrefix.put("/v1/badges/groups/", group);
    made.idByPrefix.put("/checks/", check);
    made.idByPrefix.put("/v1/accounts/", account.toString());
    made.idByPrefix.put("/next/accounts/", account.toString());
    made.idByPrefix.put("/accounts/", account.toString());
    made.idByPrefix.put("/v1/runtimes/", "2026.04");
    made.idByPrefix.put("/check-results/", check);
    made.idByPrefix.put("/v1/check-statuses/", check);
    made.idByPrefix.put("/check-alerts/", check);
    // No such result need be there: that the check is another's has to be enough.
    made.idByPrefix.put("/check-results/" + check + "/", "019cad93-2e60-8000-8000-00000000002a");
    return made;
  }

  /** Where the figures of checks of a type are. */
  private static String analytics(CheckType type) {
    return Contract.load().operations().stream()
        .filter(operation -> operation.id().equals("analyze" + type.resource()))
        .map(operation -> operation.path().replace("{id}", ""))
        .findFirst()
        .orElseThrow();
  }

  /** The trigger URL of a check or a group; its token is known by the path before it. */
  private void trigger(String path, String subject) {
    idByPrefix.put(path, subject);
    JsonNode trigger = client.send("POST", path + subject, null).hasStatus(201).json();
    String root = path.endsWith("groups/") ? "/check-groups/" : "/checks/";
    idByPrefix.put(root + subject + "/trigger/", trigger.path("token").asText());
    idByPrefix.putIfAbsent(root, subject);
  }

  private void add(String path, String body) {
    idByPrefix.put(path + "/", make(path, body));
  }

  private String make(String path, String body) {
    return client.post(path, body).hasStatus(201).id();
  }

  /**
   * The address of what we own under a path template; a new kind of resource must be made above.
   */
  public String address(String template) {
    StringBuilder address = new StringBuilder();
    String rest = template;
    for (int brace = rest.indexOf('{'); brace >= 0; brace = rest.indexOf('{')) {
      address.append(rest, 0, brace);
      address.append(id(address.toString()));
      rest = rest.substring(rest.indexOf('}') + 1);
    }
    return address.append(rest).toString();
  }

  /**
   * The address that reads what an operation changes; checks of all types are read by one
   * operation.
   *
   * @param reader reads the representation that the operation changes
   */
  public String addressOf(OperationContract change, OperationContract reader) {
    return CheckSamples.changed(change.id())
        .map(type -> address(change.path()).replace(CheckSamples.path(type), "/v1/checks"))
        .orElseGet(() -> address(reader.path()));
  }

  private String id(String before) {
    String best = "";
    for (String prefix : idByPrefix.keySet()) {
      if (before.endsWith(prefix) && prefix.length() > best.length()) {
        best = prefix;
      }
    }
    String id = idByPrefix.get(best);
    if (id == null) {
      throw new AssertionError("Fixtures makes nothing that lives under " + before);
    }
    return id;
  }

  /** A valid body of an operation: the example of the contract, with our ids in it. */
  public String body(String operationId) {
    JsonNode body = ContractExamples.body(operationId);
    return body.toString();
  }

  /** Ids that nobody else may ever see. */
  public List<String> ids() {
    return idByPrefix.values().stream().filter(id -> id.length() == 36).toList();
  }

  /** The state of all we own, to tell whether somebody has touched it. */
  public String everything() {
    StringBuilder all = new StringBuilder();
    Contract.load().operations().stream()
        .filter(operation -> operation.id().startsWith("read") && !operation.open())
        .filter(operation -> !operation.id().matches(MADE_BY_RUNNING))
        .forEach(
            operation -> all.append(client.get(address(operation.path())).hasStatus(200).text()));
    return all.toString();
  }

  /** Valid bodies of a create operation that refer to what we own, none for most operations. */
  public List<String> bodiesThatReferTo(String operationId) {
    if (operationId.equals("createOnCallSchedule")) {
      return List.of(OnCallFixtures.rotation(client));
    }
    String service = idByPrefix.get("/v1/status-pages/services/");
    String channel = idByPrefix.get("/v1/alert-channels/");
    String group = idByPrefix.get("/v1/check-groups/");
    String check = idByPrefix.get("/checks/");
    String url = "\"name\":\"x\",\"request\":{\"url\":\"https://e.org\"}";
    String subscriptions =
        "\"alertChannelSubscriptions\":[{\"alertChannelId\":" + channel + ",\"activated\":true}]";
    @Nullable List<String> bodies =
        Map.of(
                "createUrlMonitor",
                List.of(
                    "{" + url + ",\"groupId\":" + group + "}",
                    "{" + url + "," + subscriptions + "}",
                    "{" + url + ",\"privateLocations\":[\"cellar\"]}",
                    "{"
                        + url
                        + ",\"triggerIncident\":{\"serviceId\":\""
                        + service
                        + "\",\"severity\":\"MAJOR\",\"name\":\"n\",\"description\":\"d\","
                        + "\"notifySubscribers\":true}}"),
                "createCheckGroup",
                List.of("{\"name\":\"x\"," + subscriptions + "}"),
                "createCheckGroupV2",
                List.of(
                    "{\"name\":\"x\"," + subscriptions + "}",
                    "{\"name\":\"x\",\"privateLocations\":[\"cellar\"]}"),
                "createAlertChannel",
                SettledFixtures.channels(idByPrefix),
                "createStatusPage",
                List.of(
                    "{\"name\":\"x\",\"url\":\"x\",\"cards\":[{\"name\":\"x\",\"services\":[{\"id\":\""
                        + service
                        + "\"}]}]}"),
                "createMaintenanceWindow",
                List.of(
                    """
                    {"name":"x","startsAt":"2026-03-01T01:00:00Z","endsAt":"2026-03-01T03:00:00Z",
                     "statusPageVisibility":{"enabled":true,"serviceIds":["%s"]}}"""
                        .formatted(service)),
                "createObjective",
                List.of(
                    "{\"name\":\"x\",\"target\":99,\"checkId\":\"" + check + "\"}",
                    "{\"name\":\"x\",\"target\":99,\"groupId\":" + group + "}"),
                "triggerCheckSessions",
                List.of("{\"target\":{\"checkId\":\"" + check + "\"}}"),
                "createIncident",
                List.of(
                    "{\"name\":\"x\",\"severity\":\"MAJOR\",\"services\":[{\"id\":\""
                        + service
                        + "\"}],\"incidentUpdates\":[{\"description\":\"d\"}]}"))
            .get(operationId);
    return bodies == null ? List.of() : bodies;
  }
}
