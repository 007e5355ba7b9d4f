package dev.belfry.engine.probe.url;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP response that a probe of a URL got.
 *
 * @param statusText reason phrase, may be empty
 * @param headers in the order of the response, bounded in number and size
 * @param body the beginning of the body as text, up to {@link #BODY_KEPT} characters
 * @param bodyBytes bytes of the body that were read
 * @param bodyCut whether reading stopped at the limit before the end of the body
 */
public record UrlAnswer(
    int statusCode,
    String statusText,
    List<Header> headers,
    String body,
    long bodyBytes,
    boolean bodyCut)
    implements ProbeAnswer {
  /** Characters of a body that are kept. */
  public static final int BODY_KEPT = 4_096;

  private static final int FIRST_ERROR_STATUS = 400;

  /** Copies the list. */
  public UrlAnswer {
    headers = List.copyOf(headers);
  }

  /** One header line. */
  public record Header(String name, String value) {}

  @Override
  public JsonNode actual(AssertionSource source, String property) {
    return source == AssertionSource.STATUS_CODE
        ? IntNode.valueOf(statusCode)
        : MissingNode.getInstance();
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
