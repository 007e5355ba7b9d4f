package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.util.List;
import java.util.UUID;

/**
 * Runs as documents for an agent. They hold what the check's settings hold, but neither variables
 * nor the secrets that are sealed by themselves: the service completes each request.
 */
final class AgentRunJson {
  private AgentRunJson() {}

  /** The document of a run. */
  static ObjectNode of(ClaimedRun run, TestJob job) {
    TestJob bare = new TestJob(job.document(), job.check(), null, null, List.of(), job.retry());
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("run", run.id().toString())
            .put("claim", run.claim())
            .put("check", run.check() == null ? null : run.check().toString())
            .put("name", run.name())
            .put("location", run.location());
    node.set("job", JsonText.parse(bare.text()));
    return node;
  }

  /**
   * Reads a document.
   *
   * @param account of the agent
   * @throws IllegalArgumentException when it is none of a run
   */
  static ClaimedRun read(UUID account, JsonNode node) {
    JsonNode check = node.path("check");
    return new ClaimedRun(
        UUID.fromString(node.path("run").asText()),
        account,
        check.isTextual() ? UUID.fromString(check.asText()) : null,
        node.path("name").asText(),
        node.path("location").asText(),
        node.path("job").toString(),
        node.path("claim").asInt());
  }
}
