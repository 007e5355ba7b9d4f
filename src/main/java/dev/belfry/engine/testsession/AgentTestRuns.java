package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.request.ApiCompletion;
import dev.belfry.engine.request.CompletedRequestJson;
import dev.belfry.engine.run.FoundAttempt;
import dev.belfry.engine.run.InvalidFrameException;
import dev.belfry.engine.testrun.TestProber;
import dev.belfry.platform.cluster.AgentPlace;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.UnsealException;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Hands the runs of a private location to its agents, and takes what they found. Nothing that an
 * agent says is trusted. Futures fail when the database is away, and with an {@link
 * InvalidFrameException} for what no agent would send. Confined to one event loop.
 */
public final class AgentTestRuns {
  private static final int MOST_HELD = 100;
  private static final int LONGEST_MESSAGE = 5_000;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final TestRunClaims claims;
  private final StoredTestRuns stored;
  private final InstantSource clock;

  /** Creates one on a database. */
  public AgentTestRuns(Database database, Sealer sealer, InstantSource clock) {
    this.claims = new TestRunClaims(database);
    this.stored =
        new StoredTestRuns(claims, Set.of(), new ApiCompletion(database, sealer, clock), sealer);
    this.clock = clock;
  }

  /** The places among these at which runs wait. */
  public Future<Set<String>> waiting(Collection<String> places) {
    return claims.waiting(places);
  }

  /** Begins runs of the place; a run whose job is lost is ended instead. */
  public Future<ObjectNode> claim(AgentPlace place, JsonNode body) {
    int most = Math.max(0, Math.min(TestRunner.MOST, body.path("most").asInt()));
    return claims
        .claim(List.of(place.name()), body.path("mayPing").asBoolean(), true, most)
        .compose(this::answer);
  }

  private Future<ObjectNode> answer(TestRunOrigin.Claimed claimed) {
    ObjectNode answer = NODES.objectNode().put("othersWait", claimed.othersWait());
    ArrayNode runs = answer.putArray("runs");
    Future<Void> ended = Future.succeededFuture();
    for (ClaimedRun run : claimed.runs()) {
      try {
        runs.add(AgentRunJson.of(run, stored.job(run)));
      } catch (UnsealException lost) {
        ended =
            ended.compose(
                done -> stored.fail(run, "The check cannot be read: " + lost.getMessage()));
      }
    }
    return ended.map(done -> answer);
  }

  /** Holds runs of the place for another while. */
  public Future<Void> hold(AgentPlace place, JsonNode body) {
    return claims.hold(held(body), place.name());
  }

  /** Gives runs of the place back. */
  public Future<Void> release(AgentPlace place, JsonNode body) {
    return claims.release(held(body), place.name());
  }

  private static List<TestRunClaims.Held> held(JsonNode body) {
    JsonNode runs = body.path("runs");
    if (!runs.isArray() || runs.size() > MOST_HELD) {
      throw new InvalidFrameException("runs must be an array of at most 100 elements");
    }
    List<TestRunClaims.Held> held = new ArrayList<>();
    runs.forEach(run -> held.add(held(run.path(0), run.path(1))));
    return held;
  }

  private static TestRunClaims.Held held(JsonNode id, JsonNode claim) {
    try {
      return new TestRunClaims.Held(UUID.fromString(id.asText()), claim.asInt());
    } catch (IllegalArgumentException e) {
      throw new InvalidFrameException("run must be an id");
    }
  }

  /** Takes an attempt, or why there is none; says whether the run was held by the agent. */
  public Future<ObjectNode> report(AgentPlace place, JsonNode body) {
    if (body.path("failure").isTextual()) {
      String reason = message(body.path("failure"));
      return withRun(
          place,
          body,
          (run, job) -> stored.fail(run, reason == null ? "" : reason).map(done -> isHeld(true)),
          isHeld(false));
    }
    TestAttempt attempt =
        new TestAttempt(
            FoundAttempt.read(body.path("attempt"), place.name(), clock.millis()),
            body.path("final").asBoolean(),
            message(body.path("message")),
            null);
    return withRun(
        place,
        body,
        (run, job) ->
            attempt.isFinal()
                ? stored.end(run, job, attempt).map(done -> isHeld(true))
                : stored.attempt(run, job, attempt).map(AgentTestRuns::isHeld),
        isHeld(false));
  }

  private static ObjectNode isHeld(boolean held) {
    return NODES.objectNode().put("held", held);
  }

  private static @Nullable String message(JsonNode sent) {
    if (!sent.isTextual() || sent.textValue().isEmpty()) {
      return null;
    }
    String text = sent.textValue().replace('\0', '\ufffd');
    return text.substring(0, Math.min(LONGEST_MESSAGE, text.length()));
  }

  /** The completed request of an API check, for an attempt of a run that the agent holds. */
  public Future<ObjectNode> complete(AgentPlace place, JsonNode body) {
    return withRun(place, body, this::completed, null);
  }

  private Future<ObjectNode> completed(ClaimedRun run, TestJob job) {
    ProbeRequest request = TestProber.request(job.settings());
    if (!request.request().type().hasVariables()) {
      throw new InvalidFrameException("run must be of an API check");
    }
    return stored.complete(run, job, request).map(CompletedRequestJson::of);
  }

  /**
   * Does something with a run that the agent holds.
   *
   * @param other what to answer without the run; null to refuse
   */
  private Future<ObjectNode> withRun(
      AgentPlace place,
      JsonNode body,
      BiFunction<ClaimedRun, TestJob, Future<ObjectNode>> work,
      @Nullable ObjectNode other) {
    return claims
        .read(held(body.path("run"), body.path("claim")), place.name())
        .compose(
            found -> {
              if (found.isPresent()) {
                return work.apply(found.get(), stored.job(found.get()));
              }
              return other == null
                  ? Future.failedFuture(new InvalidFrameException("run is not held by the agent"))
                  : Future.succeededFuture(other);
            });
  }
}
