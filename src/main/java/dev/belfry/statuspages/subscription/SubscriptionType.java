package dev.belfry.statuspages.subscription;

/** How a subscriber is told (wire contract 2.3, and webhooks). */
public enum SubscriptionType {
  EMAIL,
  WEBHOOK
}
