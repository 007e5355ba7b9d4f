package dev.belfry.account.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** An account, and what its audit log says. */
final class AuditFixture {
  static final String LOG = "/v1/audit-log";

  final TestApp app = TestApp.shared();
  final Tenant acme = app.newTenant();
  final ApiClient client = app.as(acme);

  /** A request id that nobody has had. */
  static String requestId() {
    return UUID.randomUUID().toString();
  }

  ApiClient request(String id) {
    return client.with("X-Request-Id", id);
  }

  String service(String name) {
    return client
        .post("/v1/status-pages/services", "{\"name\":\"" + name + "\"}")
        .hasStatus(201)
        .id();
  }

  String monitor(String name) {
    return client
        .post(
            "/v1/checks/url", "{\"name\":\"" + name + "\",\"request\":{\"url\":\"https://e.org\"}}")
        .hasStatus(201)
        .id();
  }

  ApiReply page(String query) {
    return client.get(LOG + query).hasStatus(200).matchesContract("listAuditLog");
  }

  /** All entries that a query finds, newest first, page by page. */
  List<JsonNode> entries(String query) {
    String more = LOG + "?limit=100" + (query.isEmpty() ? "" : "&" + query);
    List<JsonNode> entries = new ArrayList<>();
    ApiReply page = client.get(more).hasStatus(200);
    page.at("/entries").forEach(entries::add);
    while (!page.at("/nextId").isNull()) {
      page = client.get(more + "&nextId=" + page.at("/nextId").asText()).hasStatus(200);
      page.at("/entries").forEach(entries::add);
    }
    return entries;
  }

  /** What one request of the last minute has left. */
  List<JsonNode> left(String requestId) {
    long from = Instant.now().minusSeconds(60).getEpochSecond();
    return entries("from=" + from).stream()
        .filter(entry -> requestId.equals(entry.at("/actor/requestId").asText()))
        .toList();
  }

  /** The same, each as type and action. */
  List<String> of(String requestId) {
    return left(requestId).stream().map(AuditFixture::kind).toList();
  }

  static String kind(JsonNode entry) {
    return entry.at("/resource/type").asText() + " " + entry.path("action").asText();
  }

  /** The newest entry about a resource. */
  JsonNode newest(String resourceId) {
    ApiReply page = page("?limit=1&resourceId=" + resourceId);
    assertThat(page.at("/entries")).as("entries about " + resourceId).hasSize(1);
    return page.at("/entries/0");
  }
}
