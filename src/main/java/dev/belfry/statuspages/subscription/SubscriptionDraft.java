package dev.belfry.statuspages.subscription;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.contract.Field;

/**
 * An address to subscribe.
 *
 * @param autoVerify whether an e-mail address needs no confirmation by its owner
 * @param byReader whether a reader without a key sent it, so that its receiver has to confirm
 * @param choice what it is sent and when
 */
record SubscriptionDraft(
    Field<SubscriptionType> type,
    Field<String> address,
    boolean autoVerify,
    boolean byReader,
    ChoiceDraft choice) {

  /** The type in a draft without violations. */
  SubscriptionType requiredType() {
    return requireNonNull(type.value());
  }

  /** The address in a draft without violations. */
  String requiredAddress() {
    return requireNonNull(address.value());
  }

  /** The same draft with another address. */
  SubscriptionDraft at(String other) {
    return new SubscriptionDraft(type, Field.of(other), autoVerify, byReader, choice);
  }

  /** The status it begins with. */
  SubscriptionStatus status() {
    return byReader || (requiredType() == SubscriptionType.EMAIL && !autoVerify)
        ? SubscriptionStatus.PENDING
        : SubscriptionStatus.VERIFIED;
  }
}
