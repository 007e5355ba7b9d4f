package dev.belfry.engine.testsession;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.Map;
import java.util.UUID;

/** An account on a service that runs checks at one location, which it lets probe itself. */
final class TestSessionFixture {
  static final String RUN = "/v1/test-sessions/run";
  static final String TRIGGER = "/next/test-sessions/trigger";
  private static final String SESSIONS = "/v1/test-sessions/";

  private static final TestApp PROBING =
      TestApp.start(
          Map.of("BELFRY_LOCATIONS", "eu-west-1", "BELFRY_ALLOW_PRIVATE_TARGETS", "true"));

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(PROBING::close));
  }

  final TestApp app;
  final Tenant acme;
  final ApiClient client;
  final String suite = UUID.randomUUID().toString();

  TestSessionFixture() {
    this(PROBING);
  }

  TestSessionFixture(TestApp app) {
    this.app = app;
    acme = app.newTenant();
    client = app.as(acme);
  }

  /** An address of the service that answers 200. */
  String good() {
    return "http://127.0.0.1:" + app.port() + "/v1/locations";
  }

  /** An address of the service that answers 404. */
  String bad() {
    return "http://127.0.0.1:" + app.port() + "/v1/nothing";
  }

  /** The job of a URL monitor, with more members. */
  String job(String logicalId, String url, String more) {
    return """
        {"logicalId":"%s","filePath":"%s.check.ts","checkType":"URL","name":"Name of %s",
         "request":{"url":"%s"},"sourceInfo":{"checkRunSuiteId":"%s","checkRunId":"x"}%s}"""
        .formatted(logicalId, logicalId, logicalId, url, suite, more.isEmpty() ? "" : "," + more);
  }

  /** What command lines send. */
  String body(String location, String... jobs) {
    return """
        {"name":"Shop","shouldRecord":true,"project":{"logicalId":"shop"},"sharedFiles":[],
         "runLocation":{"type":"PUBLIC","region":"%s"},"environment":"staging",
         "repoInfo":{"commitId":"4f1c2d","branchName":"main","commitOwner":"Ada"},
         "streamLogs":false,"refreshCache":false,"checkRunJobs":[%s]}"""
        .formatted(location, String.join(",", jobs));
  }

  /** The path of a new session of these jobs. */
  String start(String... jobs) {
    return SESSIONS
        + client
            .post(RUN, body("eu-west-1", jobs))
            .hasStatus(202)
            .matchesContract("runTestSession")
            .at("/testSessionId")
            .asText();
  }

  /** The session when it is over. */
  ApiReply ended(String session) {
    return client
        .get(session + "/completion?maxWaitSeconds=30")
        .hasStatus(200)
        .matchesContract("awaitTestSession");
  }
}
