package dev.belfry.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.util.Map;

/**
 * An answer, or that none came.
 *
 * @param status 0 when none came
 * @param body empty for a stream of events, which never ends; the reason when no answer came
 * @param nanos from the request to the end of the answer
 */
record FuzzAnswer(int status, HttpHeaders headers, Buffer body, long nanos) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int LONGEST_SHOWN = 600;

  /** No answer: the connection was closed, or nothing came in time. */
  static FuzzAnswer none(Throwable reason, long nanos) {
    return new FuzzAnswer(
        0,
        HttpHeaders.of(Map.of(), (name, value) -> true),
        Buffer.buffer(reason.toString()),
        nanos);
  }

  /** Whether no answer came. */
  boolean isMissing() {
    return status == 0;
  }

  String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  String text() {
    return body.toString(UTF_8);
  }

  /** The body as JSON, missing when it is not. */
  JsonNode json() {
    return header("content-type").contains("json") ? parsed(body) : MissingNode.getInstance();
  }

  /** A text as JSON, missing when it is not. */
  static JsonNode parsed(Buffer text) {
    try {
      return text.length() == 0 ? MissingNode.getInstance() : MAPPER.readTree(text.getBytes());
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  boolean isSuccess() {
    return status >= 200 && status < 400;
  }

  /** The answer for a report. */
  String shown() {
    String text = text();
    return status
        + " "
        + (text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…");
  }
}
