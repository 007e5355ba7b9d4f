package dev.belfry.statuspages.subscription;

/** How a subscriber gets messages (wire contract 2.3, and webhooks). */
public enum SubscriptionType {
  EMAIL,
  WEBHOOK
}
