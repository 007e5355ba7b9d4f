package dev.belfry.account.restore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** An account that deletes and restores. */
final class RestoreFixture {
  static final String LIST = "/v1/deleted-resources";
  static final String SERVICES = "/v1/status-pages/services";
  static final String INCIDENTS = "/v1/status-pages/incidents";

  final TestApp app;
  final Tenant tenant;
  final ApiClient client;

  RestoreFixture() {
    this(TestApp.shared());
  }

  RestoreFixture(TestApp app) {
    this.app = app;
    this.tenant = app.newTenant();
    this.client = app.as(tenant);
  }

  String make(String path, String body) {
    return client.post(path, body).hasStatus(201).id();
  }

  String monitor(String more) {
    return make(
        "/v1/checks/url",
        "{\"name\":\"Shop\",\"request\":{\"url\":\"https://e.org\"}" + more + "}");
  }

  String group(String name) {
    return make("/v2/check-groups", "{\"name\":\"" + name + "\"}");
  }

  String channel(String more) {
    return make(
        "/v1/alert-channels",
        "{\"type\":\"WEBHOOK\",\"config\":{\"name\":\"Hook\",\"url\":\"http://127.0.0.1:9/\","
            + "\"webhookSecret\":\"sesame-street\"}"
            + more
            + "}");
  }

  String service(String name) {
    return make(SERVICES, "{\"name\":\"" + name + "\"}");
  }

  String page(String url, String service) {
    return make(
        "/v1/status-pages",
        """
        {"name":"Acme","url":"%s","cards":[{"name":"Shop","services":[{"id":"%s"}]}]}"""
            .formatted(url, service));
  }

  void delete(String path) {
    client.delete(path).hasStatus(204);
  }

  List<JsonNode> entries() {
    List<JsonNode> entries = new ArrayList<>();
    client
        .get(LIST + "?limit=100")
        .hasStatus(200)
        .matchesContract("listDeletedResources")
        .at("/entries")
        .forEach(entries::add);
    return entries;
  }

  /** The entry of a resource. */
  JsonNode entry(String resource) {
    return entries().stream()
        .filter(one -> one.at("/resource/id").asText().equals(resource))
        .findFirst()
        .orElseThrow(() -> new AssertionError("not deleted: " + resource));
  }

  ApiReply tryToRestore(String resource, String query) {
    return client
        .send("POST", LIST + "/" + entry(resource).path("id").asText() + "/restore" + query, null)
        .matchesContract("restoreDeletedResource");
  }

  ApiReply restore(String resource) {
    return tryToRestore(resource, "").hasStatus(200);
  }

  /** Codes of what stands in the way. */
  static List<String> obstacles(ApiReply refused) {
    List<String> codes = new ArrayList<>();
    refused
        .hasStatus(409)
        .at("/attributes/obstacles")
        .forEach(one -> codes.add(one.path("code").asText() + " " + one.path("id").asText()));
    assertThat(codes).as(refused.text()).isNotEmpty();
    return codes;
  }

  void sql(String statement) {
    try (Connection connection = app.database().jdbc();
        Statement running = connection.createStatement()) {
      running.execute(statement);
    } catch (SQLException e) {
      throw new AssertionError(statement, e);
    }
  }

  String value(String query) {
    try (Connection connection = app.database().jdbc();
        Statement running = connection.createStatement();
        ResultSet rows = running.executeQuery(query)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    } catch (SQLException e) {
      throw new AssertionError(query, e);
    }
  }
}
