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
 * What an answer means. 2xx: the receiver has it. 410 says that it never wants to hear of us again.
 * Anything else may be put right within a day, a wrong path or key as well as a server that fails,
 * so it is tried again; redirects are not followed and count as such.
 */
final class ResponseClassifier {
  private static final int GONE = 410;
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private ResponseClassifier() {}

  /** What a receiver's answer means. */
  static DeliveryResult of(ReceiverResponse answer) {
    int status = answer.status();
    Outcome outcome =
        status >= 200 && status < 300
            ? Outcome.DELIVERED
            : status == GONE ? Outcome.FAILED : Outcome.RETRY;
    String text = answer.text().strip();
    return new DeliveryResult(
        outcome,
        status,
        text.isEmpty() ? "HTTP " + status : "HTTP " + status + ": " + text,
        answer.after());
  }

  /** What it means that there is no answer. */
  static DeliveryResult of(Throwable failure) {
    if (failure instanceof TargetRefusedException refused) {
      boolean isFinal =
          refused.refusal() == RefusalReason.FORBIDDEN
              || refused.refusal() == RefusalReason.INVALID;
      return new DeliveryResult(
          isFinal ? Outcome.FAILED : Outcome.RETRY, 0, refused.sentence(), null);
    }
    if (failure instanceof IllegalArgumentException) {
      return failed("The request cannot be made: " + failure.getMessage());
    }
    String reason =
        failure instanceof TimeoutException
            ? "No answer in time"
            : failure.getMessage() == null
                ? failure.getClass().getSimpleName()
                : failure.getMessage();
    return new DeliveryResult(Outcome.RETRY, 0, reason, null);
  }

  /** It cannot be delivered. */
  static DeliveryResult failed(String reason) {
    return new DeliveryResult(Outcome.FAILED, 0, reason, null);
  }

  /** Seconds or a date (RFC 9110, section 10.2.3); null for anything else and for the past. */
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
