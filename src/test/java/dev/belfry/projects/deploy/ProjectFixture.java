package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** An account that deploys one project again and again. */
final class ProjectFixture {
  static final String DEPLOY = "/v1/projects/deploy";

  final TestApp app;
  final Tenant acme;
  final ApiClient client;

  ProjectFixture() {
    this(TestApp.shared());
  }

  ProjectFixture(TestApp app) {
    this.app = app;
    acme = app.newTenant();
    client = app.as(acme);
  }

  /** The body of a deploy with these resources. */
  static String project(String... resources) {
    return """
        {"project":{"logicalId":"shop","name":"Shop","repoUrl":"https://example.com/shop"},
         "sharedFiles":[],"repoInfo":null,"resources":[%s]}"""
        .formatted(String.join(",", resources));
  }

  /** A resource of the project. */
  static String resource(String type, String logicalId, String payload) {
    return """
        {"logicalId":"%s","type":"%s","member":true,"sourceFile":"src/%s.ts","payload":%s}"""
        .formatted(logicalId, type, logicalId, payload);
  }

  /** A URL monitor with more members. */
  static String check(String logicalId, String more) {
    return resource(
        "check",
        logicalId,
        """
        {"checkType":"URL","name":"%s","request":{"url":"https://example.com/%s"}%s}"""
            .formatted(logicalId, logicalId, more.isEmpty() ? "" : "," + more));
  }

  ApiReply dryRun(String... resources) {
    return client.post(DEPLOY + "?dryRun=true", project(resources));
  }

  ApiReply deploy(String... resources) {
    return client.post(DEPLOY + "?dryRun=false", project(resources));
  }

  /** Deploys while the test does something else. */
  CompletableFuture<ApiReply> deployAside(String... resources) {
    return CompletableFuture.supplyAsync(() -> deploy(resources));
  }

  /** The id that a resource of the project has in the service. */
  String id(String type, String logicalId) {
    for (JsonNode one : client.get("/v1/projects/shop").hasStatus(200).at("/resources")) {
      if (one.path("type").asText().equals(type)
          && one.path("logicalId").asText().equals(logicalId)) {
        return one.path("physicalId").asText();
      }
    }
    throw new AssertionError("the project has no " + type + " " + logicalId);
  }

  /** What an answer says of each change, as {@code "ACTION type logicalId"}. */
  static List<String> changes(JsonNode diff) {
    List<String> changes = new ArrayList<>();
    for (JsonNode one : diff) {
      changes.add(
          one.path("action").asText()
              + " "
              + one.path("type").asText()
              + " "
              + one.path("logicalId").asText());
    }
    return changes;
  }

  /** The id of the deployment that runs, once one does. */
  String running() {
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (System.nanoTime() < deadline) {
      ApiReply reply = client.get("/v1/projects/shop/deployments");
      for (JsonNode one : reply.json()) {
        if (one.path("status").asText().equals("RUNNING")) {
          return one.path("id").asText();
        }
      }
      Polling.pause();
    }
    throw new AssertionError("no deployment runs");
  }

  /** A path of one of the project's deployments. */
  static String deployment(String id, @Nullable String part) {
    return "/v1/projects/shop/deployments/" + id + (part == null ? "" : "/" + part);
  }

  static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
