package dev.belfry.engine.probe.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.monitoring.assertion.AssertionFault;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.Reason;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP response that a probe got.
 *
 * @param statusText reason phrase, may be empty
 * @param headers in the order of the response, bounded in number and size
 * @param body the beginning of the body as text, up to {@link #BODY_KEPT} characters
 * @param bodyBytes bytes of the body that were read
 * @param bodyCut whether reading stopped at the limit before the end of the body
 * @param asserted the body for assertions; null when none looks at it
 */
public record HttpAnswer(
    int statusCode,
    String statusText,
    List<Header> headers,
    String body,
    long bodyBytes,
    boolean bodyCut,
    @Nullable AssertedBody asserted)
    implements ProbeAnswer {
  /** Characters of a body that are kept. */
  public static final int BODY_KEPT = 4_096;

  private static final int FIRST_ERROR_STATUS = 400;

  /** Copies the list. */
  public HttpAnswer {
    headers = List.copyOf(headers);
  }

  /** One header line. */
  public record Header(String name, String value) {}

  /** A response without a body for assertions. */
  public static HttpAnswer of(
      int statusCode,
      String statusText,
      List<Header> headers,
      String body,
      long bodyBytes,
      boolean bodyCut) {
    return new HttpAnswer(statusCode, statusText, headers, body, bodyBytes, bodyCut, null);
  }

  @Override
  public JsonNode actual(AssertionSource source, String property) throws AssertionFault {
    return switch (source) {
      case STATUS_CODE -> IntNode.valueOf(statusCode);
      case HEADERS -> property.isEmpty() ? allHeaders() : header(property);
      case TEXT_BODY -> asserted == null ? nothing() : TextNode.valueOf(asserted.text());
      case JSON_BODY -> asserted == null ? nothing() : asserted.json(property);
      default -> nothing();
    };
  }

  /** Those of the body; headers are bounded, and no part of one is looked for. */
  @Override
  public int characters() {
    return asserted == null ? 0 : asserted.characters();
  }

  private static JsonNode nothing() {
    return MissingNode.getInstance();
  }

  /** The value of a header; those of a repeated one joined (RFC 9110, section 5.3). */
  private JsonNode header(String name) {
    String value =
        headers.stream()
            .filter(header -> header.name().equalsIgnoreCase(name))
            .map(Header::value)
            .collect(Collectors.joining(", "));
    return value.isEmpty() && headers.stream().noneMatch(one -> one.name().equalsIgnoreCase(name))
        ? nothing()
        : TextNode.valueOf(value);
  }

  /** All headers as JSON, with names in lower case. */
  private ObjectNode allHeaders() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    headers.forEach(
        one -> {
          String name = one.name().toLowerCase(Locale.ROOT);
          JsonNode before = all.get(name);
          all.put(name, before == null ? one.value() : before.asText() + ", " + one.value());
        });
    return all;
  }

  @Override
  public void close() {
    if (asserted != null) {
      asserted.close();
    }
  }

  @Override
  public @Nullable Failure failure() {
    return statusCode < FIRST_ERROR_STATUS
        ? null
        : new Failure(Reason.STATUS, "The status code was " + statusCode);
  }

  @Override
  public void describe(ObjectNode detail) {
    if (!statusText.isEmpty()) {
      detail.put("statusText", statusText);
    }
    if (!headers.isEmpty()) {
      ArrayNode lines = detail.putArray("headers");
      headers.forEach(header -> lines.addArray().add(header.name()).add(header.value()));
    }
    if (!body.isEmpty()) {
      detail.put("body", body);
    }
    if (bodyCut) {
      detail.put("bodyCut", true);
    }
  }
}
