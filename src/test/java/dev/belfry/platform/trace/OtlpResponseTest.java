package dev.belfry.platform.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtlpResponseTest {
  private static byte[] response(long rejected, String message) {
    return ExportTraceServiceResponse.newBuilder()
        .setPartialSuccess(
            ExportTracePartialSuccess.newBuilder()
                .setRejectedSpans(rejected)
                .setErrorMessage(message))
        .build()
        .toByteArray();
  }

  @ParameterizedTest
  @CsvSource({"0, ''", "1, ''", "300, too many", "9223372036854775807, x", "0, a warning"})
  void readsHowManySpansWereLeftOut(long rejected, String message) {
    assertThat(OtlpResponse.rejected(response(rejected, message))).isEqualTo(rejected);
  }

  @Test
  void whatIsNoResponseLeftNothingOut() {
    assertThat(OtlpResponse.rejected(new byte[0])).isZero();
    assertThat(OtlpResponse.rejected(response(-1, ""))).isZero();
    assertThat(OtlpResponse.rejected("<html>Hello</html>".getBytes(StandardCharsets.UTF_8)))
        .isZero();
    byte[] whole = response(300, "too many");
    for (int length = 0; length < whole.length; length++) {
      assertThat(OtlpResponse.rejected(Arrays.copyOf(whole, length))).isZero();
    }
  }
}
