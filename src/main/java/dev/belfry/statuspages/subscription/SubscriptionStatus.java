package dev.belfry.statuspages.subscription;

/** Whether a subscriber's address is known to want messages. */
enum SubscriptionStatus {
  PENDING,
  VERIFIED
}
