package dev.belfry.alerting.delivery;

import dev.belfry.alerting.phone.PersonPhone;
import dev.belfry.alerting.phone.PersonPhones;
import dev.belfry.alerting.phone.PersonPhones.Claim;
import dev.belfry.alerting.phone.PhoneUse;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.platform.template.TextLimit;
import dev.belfry.statuspages.subscription.PhoneNumber;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sends alerts to the phones of persons by text message. */
final class PersonTexter {
  private static final int GONE = 410;
  private static final int LONGEST_TITLE = 200;

  private static final DeliveryResult KNOWN =
      new DeliveryResult(Outcome.DELIVERED, 200, "the gateway has it", null);

  private static final DeliveryResult TOO_MANY =
      ResponseClassifier.failed(
          "%d in an hour and %d in a day are the most"
              .formatted(PersonPhones.MOST_IN_HOUR, PersonPhones.MOST_IN_DAY));

  private static final DeliveryResult REMOVED = ResponseClassifier.failed("the number was removed");

  private final PersonPhones phones;
  private final GatewaySender gateway;
  private final List<String> allowed;

  /**
   * @param gateway responds in a part of the time of an attempt
   * @param config says which numbers the operator allows
   */
  PersonTexter(PersonPhones phones, GatewaySender gateway, Config config) {
    this.phones = phones;
    this.gateway = gateway;
    this.allowed = config.sms().url() == null ? List.of() : config.persons().sms();
  }

  /** Whether persons of this installation can have text messages. */
  boolean isOn() {
    return !allowed.isEmpty();
  }

  /** The phones of persons that messages may go to. */
  Future<Map<UUID, PersonPhone>> phones(Collection<UUID> persons) {
    return isOn()
        ? phones
            .of(persons)
            .map(
                found ->
                    found.stream()
                        .filter(one -> PhoneNumber.isAllowed(one.number(), allowed))
                        .collect(Collectors.toUnmodifiableMap(PersonPhone::person, one -> one)))
        : Future.succeededFuture(Map.of());
  }

  /**
   * Whether the gateway is asked in an attempt. Where an e-mail can be sent, it is asked no more
   * once patience has ended, so that one that hangs does not take the time of e-mails.
   *
   * @param phone null for none
   */
  static boolean isAsked(@Nullable PersonPhone phone, ChannelMessage message, boolean canMail) {
    return phone != null
        && (!canMail || message.delivery().attempts() <= MemberSender.PATIENCE + 1);
  }

  /**
   * Whether a message goes to a phone whatever devices take it: a failure, if the person wants
   * that, and the recovery from what the phone was told.
   *
   * @param told persons whose phones have an earlier message of the episode
   */
  static boolean isAtOnce(ChannelMessage message, PersonPhone phone, Set<UUID> told) {
    return switch (AlertLevel.ofContent(message)) {
      case FAILURE -> phone.use() == PhoneUse.FAILURES;
      case RECOVERY -> told.contains(phone.person());
      case TEST, WARNING -> false;
    };
  }

  /**
   * Sends a message to a phone; the future never fails. Nothing of the gateway's response is kept
   * but the status, since it may repeat the number.
   */
  Future<DeliveryResult> text(ChannelMessage message, PersonPhone phone) {
    UUID id = message.delivery().id();
    return phones
        .claim(phone, id)
        .compose(claim -> text(message, phone, claim))
        .otherwise(failure -> ResponseClassifier.of(Objects.requireNonNull(failure)));
  }

  private Future<DeliveryResult> text(ChannelMessage message, PersonPhone phone, Claim claim) {
    UUID id = message.delivery().id();
    return switch (claim) {
      case TAKEN -> Future.succeededFuture(KNOWN);
      case TOO_MANY -> Future.succeededFuture(TOO_MANY);
      case GONE -> Future.succeededFuture(REMOVED);
      case GRANTED ->
          gateway
              .hand(phone.number(), idOf(id, phone.person()), content(message))
              .map(DeliveryResult::withStatusAlone)
              .otherwise(failure -> ResponseClassifier.of(Objects.requireNonNull(failure)))
              .compose(
                  result -> mark(phone, id, result).transform(m -> Future.succeededFuture(result)));
    };
  }

  private Future<Void> mark(PersonPhone phone, UUID delivery, DeliveryResult result) {
    return result.outcome() == Outcome.DELIVERED
        ? phones.markTaken(phone, delivery)
        : phones.markFailed(phone, result.status() == GONE);
  }

  /** Persons of a team have one delivery, and a gateway does not pass the same id on twice. */
  private static UUID idOf(UUID delivery, UUID person) {
    return UUID.nameUUIDFromBytes((delivery + " " + person).getBytes(StandardCharsets.UTF_8));
  }

  private static String content(ChannelMessage message) {
    String title = TextLimit.cut(AlertTitle.of(message), LONGEST_TITLE);
    String link = message.text("RESULT_LINK");
    String text = link.isEmpty() ? title : title + "\n" + link;
    return text.length() <= GatewaySender.LONGEST_TEXT ? text : title;
  }
}
