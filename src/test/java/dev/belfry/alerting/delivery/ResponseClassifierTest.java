package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.guard.RefusalReason;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseClassifierTest {
  private static final Instant NOW = Instant.parse("2026-03-02T09:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "199, RETRY",
    "200, DELIVERED",
    "204, DELIVERED",
    "299, DELIVERED",
    "300, RETRY",
    "301, RETRY",
    "400, RETRY",
    "401, RETRY",
    "404, RETRY",
    "408, RETRY",
    "410, FAILED",
    "429, RETRY",
    "500, RETRY",
    "503, RETRY"
  })
  void onlyGoneEndsItAndOnlySuccessAcknowledges(int status, Outcome expected) {
    DeliveryResult receipt = ResponseClassifier.of(new ReceiverResponse(status, " no\n", null));
    assertThat(receipt.outcome()).isEqualTo(expected);
    assertThat(receipt.answer()).isEqualTo("HTTP " + status + ": no");
    assertThat(ResponseClassifier.of(new ReceiverResponse(status, "", null)).answer())
        .isEqualTo("HTTP " + status);
  }

  @ParameterizedTest
  @CsvSource({
    "202, DELIVERED",
    "302, RETRY",
    "399, RETRY",
    "400, FAILED",
    "401, FAILED",
    "404, FAILED",
    "408, RETRY",
    "422, FAILED",
    "429, RETRY",
    "499, FAILED",
    "500, RETRY",
    "503, RETRY"
  })
  void aServiceMeansWhatItRefuses(int status, Outcome expected) {
    ReceiverResponse response = new ReceiverResponse(status, "no", Duration.ofSeconds(7));
    DeliveryResult result = ResponseClassifier.ofService(response);
    assertThat(result.outcome()).isEqualTo(expected);
    assertThat(result.answer()).isEqualTo("HTTP " + status + ": no");
    assertThat(result.after()).hasSeconds(7);
  }

  @ParameterizedTest
  @CsvSource({
    "INVALID, FAILED",
    "FORBIDDEN, FAILED",
    "NAME_NOT_FOUND, RETRY",
    "LOOKUP_FAILED, RETRY",
    "LOOKUP_TIMEOUT, RETRY"
  })
  void whatMayNotBeReachedIsNotTriedAgain(RefusalReason refusal, Outcome expected) {
    DeliveryResult receipt = ResponseClassifier.of(new TargetRefusedException(refusal, "because"));
    assertThat(receipt.outcome()).isEqualTo(expected);
    assertThat(receipt.answer()).isEqualTo("because");
  }

  @Test
  void theNetworkIsTriedAgain() {
    assertThat(ResponseClassifier.of(new TimeoutException()).answer())
        .isEqualTo("The receiver did not answer in time");
    assertThat(ResponseClassifier.of(new java.io.IOException("reset")))
        .isEqualTo(new DeliveryResult(Outcome.RETRY, 0, "reset", null));
    assertThat(ResponseClassifier.of(new java.io.IOException()))
        .isEqualTo(new DeliveryResult(Outcome.RETRY, 0, "IOException", null));
    assertThat(ResponseClassifier.EARLY.outcome()).isEqualTo(Outcome.RETRY);
    assertThat(ResponseClassifier.of(new IllegalArgumentException("header")).outcome())
        .isEqualTo(Outcome.FAILED);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "30, PT30S",
        "0, PT0S",
        "' 7 ', PT7S",
        "none, none",
        "'Mon, 02 Mar 2026 09:01:00 GMT', PT1M",
        "'Mon, 02 Mar 2026 09:00:00 GMT', none",
        "'Mon, 02 Mar 2026 08:01:00 GMT', none",
        "soon, none",
        "-1, none",
        "99999999999999999999, none"
      })
  void readsWhatTheReceiverAsksFor(@Nullable String header, @Nullable Duration expected) {
    assertThat(ResponseClassifier.retryAfter(header, NOW)).isEqualTo(expected);
  }
}
