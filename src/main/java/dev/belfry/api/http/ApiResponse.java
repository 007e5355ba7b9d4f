package dev.belfry.api.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The answer of an operation.
 *
 * @param status HTTP status
 * @param body the JSON text, null for an answer without a body
 * @param headers further headers by name
 * @param stream writes the body instead, null for most answers
 */
public record ApiResponse(
    int status, @Nullable Buffer body, Map<String, String> headers, @Nullable Stream stream) {
  /** The name of the header with the entity tag of an answer that knows its own, with quotes. */
  public static final String ETAG = "etag";

  /** The name of the header with the time of the last change of an answer that knows its own. */
  public static final String LAST_MODIFIED = "last-modified";

  public ApiResponse {
    headers = Map.copyOf(headers);
  }

  /** An answer whose body is written in parts. */
  @FunctionalInterface
  public interface Stream {
    /**
     * Writes the body. Called once, even when the client has disconnected before.
     *
     * @return completes when the body is complete or the client is gone; fails when the client does
     *     not read it
     */
    Future<Void> write(Sink sink);
  }

  /** The target of a body that is written in parts. */
  public interface Sink {
    /** Writes a part of the body; fails when the client is gone. */
    Future<Void> write(Buffer part);

    /** Completes when the client has gone before the end. */
    Future<Void> gone();
  }

  public ApiResponse(int status, @Nullable Buffer body, Map<String, String> headers) {
    this(status, body, headers, null);
  }

  /** 200 with server-sent events (WHATWG HTML, "Server-sent events"). */
  public static ApiResponse events(Stream stream) {
    return new ApiResponse(200, null, Map.of("content-type", "text/event-stream"), stream);
  }

  /** 200 with a JSON text. */
  public static ApiResponse ok(String json) {
    return new ApiResponse(200, Buffer.buffer(json), Map.of());
  }

  /** 201 with a JSON text. */
  public static ApiResponse created(String json) {
    return new ApiResponse(201, Buffer.buffer(json), Map.of());
  }

  /** 202 with a JSON text: the work goes on after the answer. */
  public static ApiResponse accepted(String json) {
    return new ApiResponse(202, Buffer.buffer(json), Map.of());
  }

  /** 204. */
  public static ApiResponse noContent() {
    return new ApiResponse(204, null, Map.of());
  }

  /** 304 in place of this answer, for a client that has it already. */
  ApiResponse notModified() {
    return new ApiResponse(304, null, headers);
  }

  /**
   * The same document with an entity tag of its own.
   *
   * @param revision tells one state of what the document does not show from another
   */
  public ApiResponse hiding(String revision) {
    return with(ETAG, EntityTagger.tag(Objects.requireNonNull(body), revision));
  }

  /** The same answer with one more header. */
  public ApiResponse with(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new ApiResponse(status, body, more, stream);
  }
}
