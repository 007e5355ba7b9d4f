package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.engine.request.CompletedRequestJson;
import dev.belfry.engine.run.AgentLink;
import dev.belfry.engine.run.AgentRefusedException;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** The runs of an agent, which come from the service and go there. Confined to an event loop. */
final class LinkedTestRuns implements TestRunOrigin {
  private final AgentLink link;

  LinkedTestRuns(AgentLink link) {
    this.link = link;
  }

  @Override
  public Future<Claimed> claim(boolean mayPing, int most) {
    return link.ask(
            "claimTests",
            JsonNodeFactory.instance.objectNode().put("mayPing", mayPing).put("most", most))
        .map(answer -> claimed(answer.get(0)));
  }

  private Claimed claimed(JsonNode answer) {
    String place = link.place();
    UUID account = UUID.fromString(place.substring(0, place.indexOf('/')));
    List<ClaimedRun> runs = new ArrayList<>();
    answer.path("runs").forEach(run -> runs.add(AgentRunJson.read(account, run)));
    return new Claimed(runs, answer.path("othersWait").asBoolean());
  }

  @Override
  public Future<Void> hold(Collection<ClaimedRun> runs) {
    return link.ask("holdTests", held(runs)).mapEmpty();
  }

  @Override
  public Future<Void> release(Collection<ClaimedRun> runs) {
    return link.ask("releaseTests", held(runs)).mapEmpty();
  }

  private static ObjectNode held(Collection<ClaimedRun> runs) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode list = body.putArray("runs");
    runs.forEach(run -> list.addArray().add(run.id().toString()).add(run.claim()));
    return body;
  }

  private static ObjectNode of(ClaimedRun run) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("run", run.id().toString())
        .put("claim", run.claim());
  }

  @Override
  public TestJob job(ClaimedRun run) {
    return TestJob.parse(run.job());
  }

  @Override
  public Future<CompletedRequest> complete(ClaimedRun run, TestJob job, ProbeRequest stored) {
    return link.ask("completeTest", of(run))
        .map(answer -> CompletedRequestJson.read(answer.get(0)))
        .recover(
            failure ->
                Future.failedFuture(
                    failure instanceof AgentRefusedException refused
                        ? refused.ofCompletion()
                        : failure));
  }

  @Override
  public Future<Boolean> attempt(ClaimedRun run, TestJob job, TestAttempt attempt) {
    ObjectNode body = of(run).put("final", attempt.isFinal()).put("message", attempt.message());
    body.set("attempt", attempt.found().row());
    return link.ask("reportTest", body).map(answer -> answer.get(0).path("held").asBoolean());
  }

  @Override
  public Future<Void> end(ClaimedRun run, TestJob job, TestAttempt attempt) {
    return attempt(run, job, attempt).mapEmpty();
  }

  @Override
  public Future<Void> fail(ClaimedRun run, String reason) {
    return link.ask("reportTest", of(run).put("failure", reason)).mapEmpty();
  }
}
