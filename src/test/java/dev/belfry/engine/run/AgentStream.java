package dev.belfry.engine.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.engine.agent.protocol.AgentProtocol;
import dev.belfry.engine.agent.protocol.MessageAssembler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientWebSocket;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketConnectOptions;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A stream of an agent, of which a test writes each message. */
final class AgentStream implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

  /** Kept, because a client that is not referenced any more closes its connections. */
  private final WebSocketClient client = vertx.createWebSocketClient();

  private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();
  private final CompletableFuture<Short> closed = new CompletableFuture<>();
  private @Nullable WebSocket socket;
  private int ids;

  /** Opens a stream; throws when the service refuses it. */
  AgentStream open(int port, String key, String protocol) {
    MessageAssembler messages =
        new MessageAssembler(1 << 24, message -> received.add(read(message)), () -> {});
    // The handlers come first: the greeting follows at once.
    ClientWebSocket opening = client.webSocket();
    opening.frameHandler(messages::onFrame);
    opening.closeHandler(gone -> closed.complete(opening.closeStatusCode()));
    WebSocketConnectOptions options = new WebSocketConnectOptions();
    options.setHost("127.0.0.1").setPort(port).setURI(AgentProtocol.PATH);
    options
        .addHeader("Authorization", "Bearer " + key)
        .addHeader(AgentProtocol.PROTOCOL_HEADER, protocol)
        .addHeader(AgentProtocol.VERSION_HEADER, "0.9");
    socket = opening.connect(options).await();
    return this;
  }

  private static JsonNode read(Buffer message) {
    try {
      return JSON.readTree(message.toString());
    } catch (JsonProcessingException e) {
      throw new AssertionError(message.toString(), e);
    }
  }

  /** The next event or answer. */
  JsonNode next() {
    try {
      JsonNode message = received.poll(20, TimeUnit.SECONDS);
      if (message == null) {
        throw new AssertionError("no message came");
      }
      return message;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  void send(String message) {
    MessageAssembler.send(Objects.requireNonNull(socket), Buffer.buffer(message));
  }

  /** The answer to a request, with its parts put aside. */
  JsonNode ask(String operation, String body) {
    int id = ++ids;
    send("{\"id\":%d,\"op\":\"%s\",\"body\":%s,\"later\":[]}".formatted(id, operation, body));
    JsonNode message = next();
    while (message.path("id").asInt() != id || message.has("part")) {
      message = next();
    }
    return message;
  }

  /** What the service closes the stream with. */
  int closedWith() {
    return closed.orTimeout(20, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
