package dev.belfry.statuspages.incident;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.statuspages.subscription.Strangers;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An account with two services, and the requests that incident tests begin with. */
final class IncidentFixture {
  static final String INCIDENTS = "/v1/status-pages/incidents";
  static final String UNKNOWN = "0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f";

  final TestApp app = TestApp.shared();
  final Tenant acme = app.newTenant();
  final ApiClient client = app.as(acme);
  final String web = service(client, "Web");
  final String mail = service(client, "Mail");

  static String service(ApiClient client, String name) {
    return client
        .post("/v1/status-pages/services", "{\"name\":\"" + name + "\"}")
        .hasStatus(201)
        .id();
  }

  /** A list of references to services. */
  static String references(String... services) {
    return "["
        + String.join(",", List.of(services).stream().map(id -> "{\"id\":\"" + id + "\"}").toList())
        + "]";
  }

  /** An update's body; null leaves the date out. */
  static String update(String status, @Nullable String date) {
    return """
    {"description":"%s it is","status":"%s"%s}"""
        .formatted(
            status, status, date == null ? "" : ",\"publicIncidentUpdateDate\":\"" + date + "\"");
  }

  /** A body that creates an incident. */
  static String incident(String services, String... updates) {
    return """
    {"name":"Shop down","severity":"MAJOR","services":%s,"incidentUpdates":[%s]}"""
        .formatted(services, String.join(",", updates));
  }

  /** Opens an incident of the service "Web". */
  ApiReply open(String... updates) {
    return client.post(INCIDENTS, incident(references(web), updates)).hasStatus(201);
  }

  /** Opens an incident with one update, posted now. */
  ApiReply open() {
    return open(update("INVESTIGATING", null));
  }

  ApiReply read(String incident) {
    return client.get(INCIDENTS + "/" + incident).hasStatus(200).matchesContract("readIncident");
  }

  /** Path of the updates of an incident. */
  static String updates(String incident) {
    return INCIDENTS + "/" + incident + "/incident-updates";
  }

  Strangers strangers(String method, String path, @Nullable String body) {
    return new Strangers(app, acme, method, path, body);
  }
}
