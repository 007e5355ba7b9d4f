package dev.belfry.platform.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
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

  /** In base 16; an outer field 1 is the message, and its field 1 the number. */
  @ParameterizedTest
  @CsvSource({
    "0A020807, 7, the number",
    "0A021007, 0, another number of the message",
    "08050A020807, 7, a number beside the message",
    "0A0208070805, 7, the same after it",
    "12020807, 0, another message",
    "0A0412020807, 0, a message within the message",
    "0A0208071200, 7, an empty text after it",
    "0D000000000A020807, 7, after 32 bits",
    "0900000000000000000A020807, 7, after 64 bits",
    "0A0B08FFFFFFFFFFFFFFFFFF01, 0, a negative number",
    "0A0C08FFFFFFFFFFFFFFFFFFFF01, 0, more bits than a number has",
    "0A028000, 0, a tag in two bytes",
    "0AFFFFFFFFFFFFFFFFFF010807, 0, a negative length",
  })
  void readsNoOtherField(String body, long rejected, String name) {
    assertThat(OtlpResponse.rejected(HexFormat.of().parseHex(body))).as(name).isEqualTo(rejected);
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
