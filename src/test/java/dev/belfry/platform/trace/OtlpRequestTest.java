package dev.belfry.platform.trace;

import static dev.belfry.testing.TestCollector.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.belfry.testing.TestCollector;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The wire form, read by the classes of opentelemetry-proto. */
class OtlpRequestTest {
  private static final TraceId TRACE = new TraceId(0x0102030405060708L, 0x090a0b0c0d0e0f10L);
  private static final long START = 1_800_000_000_123_456L;

  private static ResourceSpans read(Span... spans) throws InvalidProtocolBufferException {
    ExportTraceServiceRequest request =
        ExportTraceServiceRequest.parseFrom(
            OtlpRequest.of(Map.of("service.name", "belfry"), List.of(spans)).getBytes());
    assertThat(request.getUnknownFields().asMap()).isEmpty();
    assertThat(request.getResourceSpansList()).hasSize(1);
    return request.getResourceSpans(0);
  }

  @Test
  void writesEveryMember() throws InvalidProtocolBufferException {
    ResourceSpans read =
        read(
            new Span(TRACE, 0x11, 0x22, Span.Kind.CLIENT, "GET", START, START + 1_500)
                .with("text", "Größe 🗼")
                .with("zero", 0)
                .with("negative", -1)
                .with("large", Long.MAX_VALUE)
                .with("absent", null)
                .with("empty", "")
                .part("dns", START, 300)
                .part("tls", START, 0)
                .failed("It failed"));
    assertThat(read.getResource().getAttributes(0).getValue().getStringValue()).isEqualTo("belfry");
    io.opentelemetry.proto.trace.v1.Span span = read.getScopeSpans(0).getSpans(0);
    assertThat(span.getUnknownFields().asMap()).isEmpty();
    assertThat(TestCollector.hex(span.getTraceId())).isEqualTo(TRACE.hex());
    assertThat(TestCollector.hex(span.getSpanId())).isEqualTo("0000000000000011");
    assertThat(TestCollector.hex(span.getParentSpanId())).isEqualTo("0000000000000022");
    assertThat(span.getName()).isEqualTo("GET");
    assertThat(span.getKindValue()).isEqualTo(3);
    assertThat(span.getStartTimeUnixNano()).isEqualTo(START * 1_000);
    assertThat(span.getEndTimeUnixNano()).isEqualTo((START + 1_500) * 1_000);
    assertThat(span.getFlags()).isEqualTo(0x101);
    assertThat(attribute(span, "text")).isEqualTo("Größe 🗼");
    assertThat(attribute(span, "zero")).isEqualTo("0");
    assertThat(attribute(span, "negative")).isEqualTo("-1");
    assertThat(attribute(span, "large")).isEqualTo(String.valueOf(Long.MAX_VALUE));
    assertThat(span.getAttributesCount()).isEqualTo(4);
    assertThat(span.getEventsList())
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getName()).isEqualTo("dns");
              assertThat(event.getTimeUnixNano()).isEqualTo(START * 1_000);
              assertThat(event.getAttributes(0).getValue().getIntValue()).isEqualTo(300);
            });
    assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
    assertThat(span.getStatus().getMessage()).isEqualTo("It failed");
  }

  @Test
  void aRootWithoutFailureLeavesParentAndStatusOut() throws InvalidProtocolBufferException {
    io.opentelemetry.proto.trace.v1.Span span =
        read(new Span(TRACE, 1, 0, Span.Kind.INTERNAL, "run URL", START, START - 1))
            .getScopeSpans(0)
            .getSpans(0);
    assertThat(span.getParentSpanId().isEmpty()).isTrue();
    assertThat(span.hasStatus()).isFalse();
    assertThat(span.getEndTimeUnixNano()).isEqualTo(span.getStartTimeUnixNano());
  }

  @Test
  void longTextsAreCutBetweenCharacters() throws InvalidProtocolBufferException {
    io.opentelemetry.proto.trace.v1.Span span =
        read(new Span(TRACE, 1, 0, Span.Kind.INTERNAL, "n", 0, 0)
                .with("long", "x".repeat(Span.MOST_CHARACTERS - 1) + "🗼🗼")
                .with("surrogate", "x".repeat(Span.MOST_CHARACTERS - 2) + "🗼🗼")
                .with("fits", "y".repeat(Span.MOST_CHARACTERS)))
            .getScopeSpans(0)
            .getSpans(0);
    assertThat(attribute(span, "long")).isEqualTo("x".repeat(Span.MOST_CHARACTERS - 1));
    assertThat(attribute(span, "surrogate")).isEqualTo("x".repeat(Span.MOST_CHARACTERS - 2) + "🗼");
    assertThat(attribute(span, "fits")).hasSize(Span.MOST_CHARACTERS);
  }
}
