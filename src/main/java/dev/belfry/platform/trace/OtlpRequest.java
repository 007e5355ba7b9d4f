package dev.belfry.platform.trace;

import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * Encodes spans as an {@code ExportTraceServiceRequest} of OTLP 1, in binary Protobuf. Field
 * numbers are those of opentelemetry-proto, which are stable.
 */
final class OtlpRequest {
  private static final String SCOPE = "dev.belfry";
  private static final int ERROR = 2;

  /** Flags of a span: its trace is sampled, and its parent is known to be no remote one. */
  private static final int FLAGS = 0x101;

  private OtlpRequest() {}

  /**
   * The request with these spans.
   *
   * @param resource attributes of the process
   */
  static Buffer of(Map<String, String> resource, List<Span> spans) {
    return new ProtoWriter()
        .message(
            1,
            resourceSpans -> {
              resourceSpans.message(
                  1, one -> resource.forEach((key, value) -> attribute(one, 1, key, value)));
              resourceSpans.message(
                  2,
                  scopeSpans -> {
                    scopeSpans.message(1, scope -> scope.text(1, SCOPE));
                    for (Span span : spans) {
                      scopeSpans.message(2, one -> write(one, span));
                    }
                  });
            })
        .toBuffer();
  }

  private static void write(ProtoWriter out, Span span) {
    out.bytes(
            1, ByteBuffer.allocate(16).putLong(span.trace.high()).putLong(span.trace.low()).array())
        .bytes(2, eight(span.id));
    if (span.parent != 0) {
      out.bytes(4, eight(span.parent));
    }
    out.text(5, span.name)
        .varint(6, span.kind.number)
        .fixed64(7, span.startNanos)
        .fixed64(8, span.endNanos);
    for (Span.Attribute attribute : span.attributes) {
      attribute(out, 9, attribute.key(), attribute.value());
    }
    for (Span.Event event : span.events) {
      out.message(
          11,
          one -> {
            one.fixed64(1, event.atNanos()).text(2, event.name());
            attribute(one, 3, "belfry.duration_us", event.micros());
          });
    }
    String failure = span.failure();
    if (failure != null) {
      out.message(15, status -> status.text(2, failure).varint(3, ERROR));
    }
    out.fixed32(16, FLAGS);
  }

  private static byte[] eight(long bits) {
    return ByteBuffer.allocate(8).putLong(bits).array();
  }

  private static void attribute(ProtoWriter out, int field, String key, Object value) {
    out.message(
        field,
        one ->
            one.text(1, key)
                .message(
                    2,
                    any -> {
                      if (value instanceof Long number) {
                        any.number(3, number);
                      } else {
                        any.text(1, value.toString());
                      }
                    }));
  }
}
