package dev.belfry.testing;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A collector of traces that reads requests with the classes of opentelemetry-proto. */
public final class TestCollector implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final Queue<Consumer<HttpServerRequest>> next = new ConcurrentLinkedQueue<>();
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private final List<String> refused = new CopyOnWriteArrayList<>();
  private HttpServer server;

  /** A request that was accepted. */
  public record Got(String path, String authorization, String text, List<Span> spans) {}

  public TestCollector() {
    server = listen(0);
  }

  private HttpServer listen(int port) {
    return vertx.createHttpServer().requestHandler(this::handle).listen(port, "127.0.0.1").await();
  }

  private void handle(HttpServerRequest request) {
    Consumer<HttpServerRequest> behaviour = next.poll();
    request
        .body()
        .onSuccess(
            body -> {
              if (behaviour == null) {
                accept(request, body);
                request.response().putHeader("Content-Type", "application/x-protobuf").end();
              } else {
                refused.add(request.path());
                behaviour.accept(request);
              }
            });
  }

  private void accept(HttpServerRequest request, Buffer body) {
    try {
      ExportTraceServiceRequest read = ExportTraceServiceRequest.parseFrom(body.getBytes());
      got.add(
          new Got(
              request.path(),
              String.valueOf(request.getHeader("Authorization")),
              body.toString(StandardCharsets.ISO_8859_1),
              read.getResourceSpans(0).getScopeSpans(0).getSpansList()));
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError("no request of OTLP", e);
    }
  }

  /** Answers the next request with a status and what it asks for, empty for nothing. */
  public TestCollector refuse(int status, String retryAfter) {
    next.add(
        request -> {
          if (!retryAfter.isEmpty()) {
            request.response().putHeader("Retry-After", retryAfter);
          }
          request.response().setStatusCode(status).end();
        });
    return this;
  }

  /** Answers the next request with these bytes. */
  public TestCollector answer(byte[] body) {
    next.add(request -> request.response().end(Buffer.buffer(body)));
    return this;
  }

  /** Lets the next request hang. */
  public TestCollector hang() {
    next.add(request -> {});
    return this;
  }

  /** Stops listening; {@link #up} goes on at the same port. */
  public void down() {
    server.close().await();
  }

  public void up() {
    server = listen(server.actualPort());
  }

  public String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  /** Requests that were accepted. */
  public List<Got> requests() {
    return List.copyOf(got);
  }

  /** How many requests met a behaviour. */
  public int refused() {
    return refused.size();
  }

  /** Spans of all accepted requests. */
  public List<Span> spans() {
    return got.stream().flatMap(one -> one.spans().stream()).toList();
  }

  /** Spans of a name. */
  public List<Span> spans(String name) {
    return spans().stream().filter(span -> span.getName().equals(name)).toList();
  }

  /** Spans of a trace. */
  public List<Span> trace(String hex) {
    return spans().stream().filter(span -> hex(span.getTraceId()).equals(hex)).toList();
  }

  /** Bytes in base 16. */
  public static String hex(com.google.protobuf.ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  /** The value of an attribute as text, "" without it. */
  public static String attribute(Span span, String key) {
    return span.getAttributesList().stream()
        .filter(one -> one.getKey().equals(key))
        .map(
            one ->
                one.getValue().hasIntValue()
                    ? String.valueOf(one.getValue().getIntValue())
                    : one.getValue().getStringValue())
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
