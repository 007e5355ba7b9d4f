package dev.belfry.statuspages.subscription;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.contract.Field;

/**
 * An address to subscribe.
 *
 * @param autoVerify whether an e-mail address needs no confirmation by its owner
 */
record SubscriptionDraft(Field<SubscriptionType> type, Field<String> address, boolean autoVerify) {

  /** The type in a draft without violations. */
  SubscriptionType requiredType() {
    return requireNonNull(type.value());
  }

  /** The address in a draft without violations. */
  String requiredAddress() {
    return requireNonNull(address.value());
  }

  /** The status it begins with. */
  SubscriptionStatus status() {
    return requiredType() == SubscriptionType.EMAIL && !autoVerify
        ? SubscriptionStatus.PENDING
        : SubscriptionStatus.VERIFIED;
  }
}
