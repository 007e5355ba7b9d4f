package dev.belfry.engine.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.engine.agent.protocol.AgentProtocol;
import dev.belfry.engine.agent.protocol.MessageAssembler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.ServerWebSocket;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A service of an earlier release: it gives the answers of a recorded exchange, and no others. */
final class RecordedService implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final JsonNode answers;
  private final UnaryOperator<String> present;
  private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private boolean claimed;

  /**
   * @param file with an answer for each operation
   * @param present puts the present time and addresses into an answer
   */
  RecordedService(String file, UnaryOperator<String> present) {
    this.present = present;
    try (InputStream recorded = RecordedService.class.getResourceAsStream(file)) {
      answers = JSON.readTree(recorded);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server =
        vertx.createHttpServer().webSocketHandler(this::onStream).listen(0, "127.0.0.1").await();
  }

  private void onStream(ServerWebSocket socket) {
    MessageAssembler messages =
        new MessageAssembler(
            AgentProtocol.MESSAGE_BYTES, message -> answer(socket, message), socket::close);
    socket.frameHandler(messages::onFrame);
    send(socket, answers.path("hello").toString());
  }

  private void answer(ServerWebSocket socket, Buffer message) {
    JsonNode request;
    try {
      request = JSON.readTree(message.toString());
    } catch (JsonProcessingException e) {
      throw new AssertionError(message.toString(), e);
    }
    asked.add(request);
    String operation = request.path("op").asText();
    claimed |= operation.equals("claim");
    String member = claimed && operation.equals("beat") ? "beat of an owner" : operation;
    send(
        socket,
        "{\"id\":%d,\"answer\":%s}"
            .formatted(request.path("id").asLong(), answers.path(member).toString()));
  }

  private void send(ServerWebSocket socket, String message) {
    MessageAssembler.send(socket, Buffer.buffer(present.apply(message)));
  }

  int port() {
    return server.actualPort();
  }

  /** The bodies of the requests for an operation so far. */
  List<JsonNode> asked(String operation) {
    return asked.stream()
        .filter(one -> one.path("op").asText().equals(operation))
        .map(one -> one.path("body"))
        .toList();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
