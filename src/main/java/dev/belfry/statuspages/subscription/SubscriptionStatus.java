package dev.belfry.statuspages.subscription;

/** Whether a subscriber has confirmed the address. */
enum SubscriptionStatus {
  PENDING,
  VERIFIED
}
