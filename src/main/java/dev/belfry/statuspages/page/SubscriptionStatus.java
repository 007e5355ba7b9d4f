package dev.belfry.statuspages.page;

/** Whether a subscriber's address is known to want messages. */
enum SubscriptionStatus {
  PENDING,
  VERIFIED
}
