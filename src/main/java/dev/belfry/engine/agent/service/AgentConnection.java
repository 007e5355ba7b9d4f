package dev.belfry.engine.agent.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.agent.protocol.AgentProtocol;
import dev.belfry.engine.agent.protocol.MessageAssembler;
import dev.belfry.engine.request.IncompleteRequestException;
import dev.belfry.engine.run.AgentRequests;
import dev.belfry.engine.run.AgentRuns;
import dev.belfry.engine.run.InvalidFrameException;
import dev.belfry.engine.testsession.AgentTestRuns;
import dev.belfry.platform.cluster.AgentPlace;
import dev.belfry.platform.cluster.PgAgentRegistry;
import dev.belfry.platform.db.RequestScope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stream of an agent. It reads on only while few requests are under way, so an agent cannot
 * fill the memory. Confined to an event loop.
 */
final class AgentConnection {
  private static final Logger LOG = LoggerFactory.getLogger(AgentConnection.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Requests under way above which nothing more is read. */
  private static final int MOST_BUSY = 6;

  /** Looks without a message after which the agent is gone: ten seconds. */
  private static final int MOST_SILENT_LOOKS = 40;

  /** Looks without a byte read by the agent, while some wait: twenty seconds. */
  private static final int MOST_STALLED_LOOKS = 80;

  /** Requests between two looks; a busy agent sends some dozens. */
  private static final int MOST_REQUESTS = 500;

  private static final int MOST_SERVED = 200_000;

  private final ServerWebSocket socket;
  private final Runnable abort;
  private final AgentPlace place;
  private final Program program;
  private final Service service;
  private final AgentCalls calls;
  private final OutgoingMessages outgoing;
  private final Set<UUID> served = new HashSet<>();
  private int busy;
  private int requests;
  private int silentLooks;
  private boolean ended;

  /**
   * What serves the requests of all streams of an event loop.
   *
   * @param beats for beats alone, which must not wait for others
   * @param registry for everything else of the cluster
   * @param unsent bytes that wait to be sent, by account
   * @param version of the program
   */
  record Service(
      PgAgentRegistry beats,
      PgAgentRegistry registry,
      AgentRuns runs,
      AgentRequests completions,
      AgentTestRuns tests,
      Map<UUID, Long> unsent,
      String version,
      InstantSource clock) {}

  /** The program of an agent and the version of the protocol that it speaks. */
  record Program(String version, int protocol) {}

  AgentConnection(
      ServerWebSocket socket, Runnable abort, AgentPlace place, Program program, Service service) {
    this.socket = socket;
    this.abort = abort;
    this.place = place;
    this.program = program;
    this.service = service;
    this.calls = new AgentCalls(place, program, service, this::serve);
    this.outgoing =
        new OutgoingMessages(
            socket,
            new UnsentBytes(service.unsent(), place.account()),
            () -> end(AgentProtocol.PROTOCOL_ERROR, "agents of the account do not read"));
  }

  AgentPlace place() {
    return place;
  }

  /** Greets the agent and begins to read. */
  void open() {
    MessageAssembler messages =
        new MessageAssembler(
            AgentProtocol.MESSAGE_BYTES,
            this::onMessage,
            () -> end(AgentProtocol.PROTOCOL_ERROR, "the message is too long"));
    socket.frameHandler(messages::onFrame);
    socket.exceptionHandler(failure -> socket.close());
    outgoing.open();
    ObjectNode hello =
        JsonNodeFactory.instance
            .objectNode()
            .put("event", "hello")
            .put("protocol", AgentProtocol.VERSION)
            .put("version", service.version())
            .put("place", place.name())
            .put("tests", true);
    send(hello.toString());
    LOG.info("Agent of {} connected, version {}", place.name(), program.version());
  }

  /** Ends the stream with a code and a reason that the agent logs. */
  void end(short code, String reason) {
    if (ended) {
      return;
    }
    ended = true;
    outgoing.close();
    // The peer may read nothing; what it was promised ends now in any case.
    socket
        .close(code, reason)
        .timeout(200, java.util.concurrent.TimeUnit.MILLISECONDS)
        .onComplete(closed -> abort.run());
  }

  void onClosed() {
    ended = true;
    outgoing.close();
    LOG.info("Agent of {} disconnected", place.name());
  }

  /** Four times a second: reads on, or cuts off an agent that is silent or reads nothing. */
  void onLook() {
    boolean crowded = requests >= MOST_REQUESTS;
    requests = 0;
    if (crowded && busy < MOST_BUSY && !ended) {
      socket.resume();
    }
    silentLooks++;
    if (silentLooks > MOST_SILENT_LOOKS) {
      end(AgentProtocol.PROTOCOL_ERROR, "no beat came for ten seconds");
    } else if (outgoing.onLook() > MOST_STALLED_LOOKS) {
      end(AgentProtocol.PROTOCOL_ERROR, "the agent has read nothing for twenty seconds");
    }
  }

  private void onMessage(Buffer message) {
    if (ended) {
      return;
    }
    silentLooks = 0;
    requests++;
    JsonNode request;
    try {
      request = JSON.readTree(message.getBytes());
    } catch (IOException e) {
      end(AgentProtocol.PROTOCOL_ERROR, "the message is no JSON");
      return;
    }
    JsonNode id = request.path("id");
    if (!id.isIntegralNumber() || !id.canConvertToLong()) {
      end(AgentProtocol.PROTOCOL_ERROR, "the message has no id");
      return;
    }
    busy++;
    if (busy >= MOST_BUSY || requests >= MOST_REQUESTS) {
      socket.pause();
    }
    // Its statements take turns with those of other accounts.
    RequestScope.within(place.account(), () -> answer(id.longValue(), request));
  }

  private void answer(long id, JsonNode request) {
    Future<List<String>> answer;
    try {
      answer = calls.answer(request.path("op").asText(), request.path("body"));
    } catch (RuntimeException failure) {
      answer = Future.failedFuture(failure);
    }
    answer.onComplete(
        outcome -> {
          busy--;
          if (ended) {
            return;
          }
          if (busy < MOST_BUSY && requests < MOST_REQUESTS) {
            socket.resume();
          }
          if (outcome.succeeded()) {
            sendParts(id, outcome.result());
          } else {
            send(refusal(id, outcome.cause()));
          }
        });
  }

  private void sendParts(long id, List<String> parts) {
    for (int i = 0; i < parts.size(); i++) {
      String member = i == parts.size() - 1 ? "answer" : "part";
      send("{\"id\":" + id + ",\"" + member + "\":" + parts.get(i) + "}");
    }
  }

  private String refusal(long id, Throwable failure) {
    ObjectNode error = JsonNodeFactory.instance.objectNode();
    if (failure instanceof InvalidFrameException invalid) {
      error.put("code", "INVALID").put("message", invalid.getMessage());
    } else if (failure instanceof IncompleteRequestException incomplete) {
      error
          .put("code", "INCOMPLETE")
          .put("reason", incomplete.failure().reason().code())
          .put("message", incomplete.failure().message());
    } else {
      LOG.debug("A request of an agent of private location {} failed", place, failure);
      error.put("code", "UNAVAILABLE").put("message", "The service is unavailable; retry shortly");
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode().put("id", id);
    answer.set("error", error);
    return answer.toString();
  }

  private void send(String message) {
    if (!ended) {
      outgoing.add(message);
    }
  }

  private void serve(Collection<UUID> checks) {
    if (served.size() < MOST_SERVED) {
      served.addAll(checks);
    }
  }

  /**
   * Tells the agent of those changed checks that it has or should have.
   *
   * @param present those that run at its location
   */
  void onChecksChanged(Set<UUID> checks, Set<UUID> present) {
    @Nullable ArrayNode ids = null;
    ObjectNode event = JsonNodeFactory.instance.objectNode().put("event", "checks");
    for (UUID check : checks) {
      if (present.contains(check) || served.contains(check)) {
        ids = ids == null ? event.putArray("checks") : ids;
        ids.add(check.toString());
      }
    }
    if (ids != null) {
      send(event.toString());
    }
  }

  /** Tells the agent that a shard has new open runs. */
  void onRunsAdded(int shard) {
    send("{\"event\":\"runs\",\"shard\":" + shard + "}");
  }

  /** Tells the agent that runs of test sessions wait at its location. */
  void onTestsWaiting() {
    send("{\"event\":\"tests\"}");
  }

  /** Tells the agent to read everything again. */
  void onChangesLost() {
    send("{\"event\":\"lost\"}");
  }
}
