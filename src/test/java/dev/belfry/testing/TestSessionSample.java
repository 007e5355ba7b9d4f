package dev.belfry.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/** A test session of an account. */
final class TestSessionSample {
  private TestSessionSample() {}

  /** Starts one; the ids of session and result by the paths that they live under. */
  static Map<String, String> start(ApiClient client, String check) {
    JsonNode started =
        client
            .post("/next/test-sessions/trigger", "{\"checkId\":[\"" + check + "\"]}")
            .hasStatus(200)
            .json();
    String session = started.path("testSessionId").asText();
    return Map.of(
        "/v1/test-sessions/", session,
        "/v1/test-sessions/scheduling/", session,
        "/next/test-sessions/", session,
        "/results/", started.path("sequenceIds").path(check).asText());
  }
}
