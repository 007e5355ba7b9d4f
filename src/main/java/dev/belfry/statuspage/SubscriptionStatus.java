package dev.belfry.statuspage;

/** Whether a subscriber's address is known to want messages. */
enum SubscriptionStatus {
  PENDING,
  VERIFIED
}
