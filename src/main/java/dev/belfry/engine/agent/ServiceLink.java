package dev.belfry.engine.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.agent.protocol.AgentProtocol;
import dev.belfry.engine.agent.protocol.MessageAssembler;
import dev.belfry.engine.run.AgentLink;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.UpgradeRejectedException;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection to the service: a stream that is opened again whenever it is lost. Confined to
 * an event loop.
 */
final class ServiceLink implements AgentLink {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceLink.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_BYTES = 64 * 1024 * 1024;
  private static final long ANSWER_MILLIS = 20_000;
  private static final long BEAT_MILLIS = 5_000;
  private static final long LEAST_PAUSE_MILLIS = 200;
  private static final long MOST_PAUSE_MILLIS = 1_500;
  private static final long REFUSED_PAUSE_MILLIS = 2_000;
  private static final int UNAUTHORIZED = 401;
  private static final int BAD_REQUEST = 400;

  /** Refusals of the key in a row after which the agent gives up. */
  private static final int MOST_REFUSALS = 3;

  private final Vertx vertx;
  private final WebSocketClient client;
  private final AgentSettings settings;
  private final Listener listener;
  private final PendingAnswers pending;
  private @Nullable WebSocket socket;
  private String place = "";
  private boolean greeted;
  private boolean servesTests;
  private boolean closed;
  private boolean failing;
  private long pause = LEAST_PAUSE_MILLIS;
  private int refusals;
  private long ids;
  private long heard = Long.MAX_VALUE;
  private long known = Long.MAX_VALUE;

  /** Takes the news of the connection, on its event loop. */
  interface Listener {
    /** The service answers, for the first time or again. */
    void onConnected();

    /** The service tells of something. */
    void onEvent(String event, JsonNode message);

    /**
     * The service refuses the agent for good.
     *
     * @param code the exit code of the process
     */
    void onRefused(int code, String reason);
  }

  ServiceLink(Vertx vertx, AgentSettings settings, Listener listener) {
    this.vertx = vertx;
    this.settings = settings;
    this.listener = listener;
    this.pending = new PendingAnswers(vertx);
    client = vertx.createWebSocketClient(LinkOptions.client(settings));
  }

  /** Connects, and again whenever the connection is lost. */
  void start() {
    client
        .connect(LinkOptions.request(settings))
        .onSuccess(this::onOpened)
        .onFailure(this::onNotOpened);
  }

  private void onOpened(WebSocket opened) {
    if (closed) {
      opened.close();
      return;
    }
    socket = opened;
    greeted = false;
    MessageAssembler messages =
        new MessageAssembler(
            MOST_BYTES, message -> onMessage(opened, message), () -> opened.close());
    opened.frameHandler(messages::onFrame);
    opened.exceptionHandler(failure -> LOG.debug("The connection failed", failure));
    opened.closeHandler(gone -> onClosed(opened));
  }

  private void onNotOpened(Throwable failure) {
    if (failure instanceof UpgradeRejectedException rejected) {
      String body = rejected.getBody() == null ? "" : rejected.getBody().toString();
      if (rejected.getStatus() == UNAUTHORIZED) {
        refusals++;
        LOG.error("The service refuses the key: {}", body);
        if (refusals >= MOST_REFUSALS) {
          listener.onRefused(3, "the service refuses the key; it is wrong or was revoked");
          return;
        }
        later(REFUSED_PAUSE_MILLIS);
        return;
      }
      if (rejected.getStatus() == BAD_REQUEST) {
        listener.onRefused(4, body);
        return;
      }
    }
    logLost(LinkOptions.reason(failure));
    later(pause);
    pause = Math.min(MOST_PAUSE_MILLIS, pause * 2);
  }

  private void later(long millis) {
    if (!closed) {
      vertx.setTimer(millis, due -> start());
    }
  }

  private void logLost(String why) {
    if (!failing) {
      LOG.warn(
          "Cannot reach {}: {}; monitors run on, and results are kept on disk",
          settings.url(),
          why);
    }
    failing = true;
  }

  private void onClosed(WebSocket gone) {
    Short code = gone.closeStatusCode();
    if (code != null && code == AgentProtocol.KEY_REVOKED) {
      listener.onRefused(3, "the key was revoked");
    }
    onLost(gone, gone.closeReason() == null ? "the connection was closed" : gone.closeReason());
  }

  private void onLost(WebSocket gone, String why) {
    if (socket != gone) {
      return;
    }
    if (!closed) {
      logLost(why);
    }
    socket = null;
    if (greeted) {
      known = Math.min(known, heard);
    }
    greeted = false;
    pending.onLost();
    later(pause);
  }

  private void onMessage(WebSocket from, Buffer bytes) {
    JsonNode message;
    try {
      message = JSON.readTree(bytes.getBytes());
    } catch (IOException e) {
      LOG.error("The service sent no JSON; connecting again");
      from.close();
      return;
    }
    if (message.path("event").isTextual()) {
      onEvent(message.path("event").textValue(), message);
      return;
    }
    pending.onMessage(message);
  }

  private void onEvent(String event, JsonNode message) {
    if (!event.equals("hello")) {
      listener.onEvent(event, message);
      return;
    }
    int protocol = message.path("protocol").asInt();
    if (protocol < AgentProtocol.OLDEST) {
      listener.onRefused(
          4,
          "the service speaks version %d of the protocol, this agent %d to %d: upgrade the service"
              .formatted(protocol, AgentProtocol.OLDEST, AgentProtocol.VERSION));
      return;
    }
    place = message.path("place").asText();
    servesTests = message.path("tests").asBoolean();
    greeted = true;
    failing = false;
    refusals = 0;
    pause = LEAST_PAUSE_MILLIS;
    LOG.info(
        "Connected to {} (version {}) as an agent of {}",
        settings.url(),
        message.path("version").asText(),
        place);
    listener.onConnected();
  }

  @Override
  public String place() {
    return place;
  }

  /** Whether the service has greeted on the present connection. */
  boolean isConnected() {
    return greeted;
  }

  /** Whether the service hands out runs of test sessions; earlier versions do not. */
  boolean servesTests() {
    return servesTests;
  }

  @Override
  public Future<List<JsonNode>> ask(String operation, ObjectNode body) {
    WebSocket open = socket;
    if (open == null || !greeted) {
      return Future.failedFuture(new IOException("There is no connection to the service"));
    }
    long id = ++ids;
    ObjectNode message = JsonNodeFactory.instance.objectNode().put("id", id).put("op", operation);
    message.set("body", body);
    Future<List<JsonNode>> answer =
        operation.equals("beat")
            ? pending.await(id, BEAT_MILLIS, () -> onBeatLate(open))
            : pending.await(id, ANSWER_MILLIS, () -> {});
    MessageAssembler.send(open, Buffer.buffer(message.toString()));
    return answer;
  }

  /** A connection over which no beat is answered may have no other end. */
  private void onBeatLate(WebSocket silent) {
    onLost(silent, "the service did not answer in time");
    silent.close();
  }

  /**
   * Notes that the service has told of every change before this.
   *
   * @param now its time, milliseconds since 1970
   */
  void onHeard(long now) {
    heard = now;
  }

  /** Notes that everything was read again since the connection was opened. */
  void onAllRead() {
    if (greeted) {
      known = Long.MAX_VALUE;
    }
  }

  @Override
  public long knownUntil() {
    return known;
  }

  /** Closes the connection and opens no other. The future never fails. */
  Future<Void> close() {
    closed = true;
    WebSocket open = socket;
    Future<Void> ended = open == null ? Future.succeededFuture() : open.close();
    return ended.transform(done -> client.close()).otherwiseEmpty();
  }
}
