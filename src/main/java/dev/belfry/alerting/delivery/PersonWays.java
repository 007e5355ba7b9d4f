package dev.belfry.alerting.delivery;

import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ways to one person in one attempt, in their order: devices, a text message when none takes
 * the message or at once where the person wants that, and an e-mail when neither took it. A way
 * that does not answer is tried again in later attempts, a few times, before the next one.
 */
abstract class PersonWays {
  private List<PushPosted> posted = List.of();
  private @Nullable DeliveryResult text;

  /**
   * What became of it.
   *
   * @param way that the result is of
   * @param before what ways before it answered, or why there is none
   */
  record Ended(Way way, DeliveryResult result, String before) {
    /** The same as one sentence. */
    String sentence() {
      return switch (way) {
        case NONE, DEVICE -> before;
        case PHONE -> join(before, "by text message: " + result.answer());
        case MAIL -> join(before, "by e-mail: " + result.answer());
      };
    }
  }

  /** A way to a person. */
  enum Way {
    /** There is no way, or none that is left. */
    NONE,
    DEVICE,
    PHONE,
    MAIL
  }

  /** Whether ways that do not answer are waited for. */
  abstract boolean isPatient();

  /** Whether the message is settled without this person, once patience has ended. */
  abstract boolean mayLeaveOut();

  /** Why no device is asked in this attempt. */
  abstract String unasked();

  /** Posts to devices that do not have the message; empty when there are none. */
  abstract Future<List<PushPosted>> push();

  /** Whether a device has the message, from this attempt or an earlier one. */
  abstract boolean isOnDevice();

  abstract boolean canText();

  /** Whether a text message goes out whatever devices take. */
  abstract boolean textsAtOnce();

  /** Whether the phone has the message, from this attempt or an earlier one. */
  abstract boolean isTexted();

  abstract Future<DeliveryResult> text();

  abstract boolean canMail();

  abstract Future<DeliveryResult> mail();

  /** Tells the person; the future fails only with a defect or without the database. */
  final Future<Ended> tell() {
    boolean hasOther = canMail() || mayLeaveOut() || isOnDevice() || isTexted();
    Future<List<PushPosted>> pushing =
        isPatient() || !hasOther ? push() : Future.succeededFuture(List.of());
    Future<DeliveryResult> texting =
        canText() && !isTexted() && textsAtOnce() ? text() : Future.succeededFuture(null);
    return pushing.compose(
        list ->
            texting.compose(
                answer -> {
                  posted = list;
                  text = answer;
                  return next();
                }));
  }

  private Future<Ended> next() {
    DeliveryResult pushAgain = pushAgain();
    DeliveryResult textAgain = text != null && text.outcome() == Outcome.RETRY ? text : null;
    if (isPatient() && pushAgain != null) {
      return ended(Way.DEVICE, pushAgain, told());
    }
    if (isPatient() && textAgain != null) {
      return ended(Way.PHONE, textAgain, pushed());
    }
    if (isTexted() && !isOnDevice()) {
      return ended(Way.PHONE, text == null ? delivered("the phone has it") : text, pushed());
    }
    if (isOnDevice()) {
      return ended(Way.DEVICE, delivered(""), told());
    }
    if (canText() && text == null) {
      return text()
          .compose(
              answer -> {
                text = answer;
                return next();
              });
    }
    if (canMail()) {
      return mail().compose(result -> ended(Way.MAIL, result, told()));
    }
    if (pushAgain != null && !mayLeaveOut()) {
      return ended(Way.DEVICE, pushAgain, told());
    }
    return textAgain != null && !mayLeaveOut()
        ? ended(Way.PHONE, textAgain, pushed())
        : ended(Way.NONE, ResponseClassifier.failed(told()), told());
  }

  private static Future<Ended> ended(Way way, DeliveryResult result, String before) {
    return Future.succeededFuture(new Ended(way, result, before));
  }

  private static DeliveryResult delivered(String answer) {
    return new DeliveryResult(Outcome.DELIVERED, 201, answer, null);
  }

  private @Nullable DeliveryResult pushAgain() {
    return posted.stream()
        .filter(one -> one.is(Outcome.RETRY))
        .map(PushPosted::result)
        .findFirst()
        .orElse(null);
  }

  /** What devices answered, or why they were not asked. */
  private String pushed() {
    return posted.isEmpty() ? unasked() : PushPosted.told(posted);
  }

  /** The same, and what the gateway answered. */
  private String told() {
    DeliveryResult answer = text;
    return answer == null ? pushed() : join(pushed(), "by text message: " + answer.answer());
  }

  private static String join(String one, String other) {
    return one + "; " + other;
  }
}
