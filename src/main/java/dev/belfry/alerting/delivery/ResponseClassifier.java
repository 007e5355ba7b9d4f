package dev.belfry.alerting.delivery;

import dev.belfry.platform.guard.RefusalReason;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Classifies responses of receivers. 2xx means delivered, 410 means failed for good. Every other
 * response is retried, redirects included: an operator may correct a path, a key or a server within
 * a day. A service with a documented protocol means what it says: each 4xx but 408 and 429 is
 * final.
 */
final class ResponseClassifier {
  private static final int REQUEST_TIMEOUT = 408;
  private static final int GONE = 410;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  /** The result of a recovery that must not overtake its alert. */
  static final DeliveryResult EARLY =
      new DeliveryResult(
          Outcome.RETRY, 0, "Waits for an earlier message of the same alert episode", null);

  private ResponseClassifier() {}

  /** The result of a response of a receiver that users choose. */
  static DeliveryResult of(ReceiverResponse answer) {
    return of(answer, answer.status() == GONE);
  }

  /** The result of a response of PagerDuty or Opsgenie. */
  static DeliveryResult ofService(ReceiverResponse answer) {
    int status = answer.status();
    boolean refused = status >= 400 && status < 500;
    return of(answer, refused && status != REQUEST_TIMEOUT && status != TOO_MANY_REQUESTS);
  }

  private static DeliveryResult of(ReceiverResponse answer, boolean isFinal) {
    int status = answer.status();
    Outcome outcome =
        status >= 200 && status < 300
            ? Outcome.DELIVERED
            : isFinal ? Outcome.FAILED : Outcome.RETRY;
    String text = answer.text().strip();
    return new DeliveryResult(
        outcome,
        status,
        text.isEmpty() ? "HTTP " + status : "HTTP " + status + ": " + text,
        answer.after());
  }

  /** The result of a request without response. */
  static DeliveryResult of(Throwable failure) {
    if (failure instanceof TargetRefusedException refused) {
      boolean isFinal =
          refused.refusal() == RefusalReason.FORBIDDEN
              || refused.refusal() == RefusalReason.INVALID;
      return new DeliveryResult(
          isFinal ? Outcome.FAILED : Outcome.RETRY, 0, refused.sentence(), null);
    }
    if (failure instanceof IllegalArgumentException) {
      return failed("The request is invalid: " + failure.getMessage());
    }
    String reason =
        failure instanceof TimeoutException
            ? "The receiver did not answer in time"
            : failure.getMessage() == null
                ? failure.getClass().getSimpleName()
                : failure.getMessage();
    return new DeliveryResult(Outcome.RETRY, 0, reason, null);
  }

  /** A message that cannot be delivered. */
  static DeliveryResult failed(String reason) {
    return new DeliveryResult(Outcome.FAILED, 0, reason, null);
  }

  /** A delay in seconds or a date (RFC 9110, 10.2.3); null for anything else and for the past. */
  static @Nullable Duration retryAfter(@Nullable String header, Instant now) {
    if (header == null) {
      return null;
    }
    String value = header.strip();
    if (SECONDS.matcher(value).matches()) {
      return Duration.ofSeconds(Long.parseLong(value));
    }
    try {
      Instant date = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return date.isAfter(now) ? Duration.between(now, date) : null;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
